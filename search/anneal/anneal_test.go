package anneal

import "dovetail/search/anneal/annealtest"

var small, lettersFor, lawOf = annealtest.Small, annealtest.LettersFor, annealtest.LawOf

const scaled = annealtest.Scaled
