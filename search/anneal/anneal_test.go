package anneal

import "dovetail/exact/law/lawtest"

var small, lettersFor, lawOf = lawtest.Small, lawtest.LettersFor, lawtest.LawOf

const scaled = lawtest.Scaled
