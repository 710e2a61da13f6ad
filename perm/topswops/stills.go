package topswops

// Stills goes from bundles of Card cards to those of the decks of which they have the back
// halves, and of those in whose games the new card Card never shows.
//
// Back halves with room r make decks of room r+By, appending the new card and undoing moves;
// so these and the decks to which it is appended are one bundle, for By is at least -Gap.
// The new card may also take the place of a supporting card v, which comes last: such decks
// have room r-Gap. Top is the greatest room.
type Stills struct {
	Card       int
	By, Gap    int
	Top        uint8
	Step       int // index in Path of what is stored there: Keep, or Swap plus v
	Keep, Swap uint8
}

// Append appends the bundles that come from parents.
func (s *Stills) Append(out, parents []Bundle) []Bundle { return s.appendTo(out, parents) }

// appendGo is Append without vector instructions.
func (s *Stills) appendGo(out, parents []Bundle) []Bundle {
	for i := range parents {
		out = s.kept(out, &parents[i])
		out = s.swapped(out, &parents[i])
	}
	return out
}

func (s *Stills) kept(out []Bundle, b *Bundle) []Bundle {
	if Raised(b.Room[0], s.By, s.Top) == 0 {
		return out
	}
	c := *b
	for y := range s.Card {
		c.Room[y] = Raised(b.Room[y], s.By, s.Top)
	}
	c.Room[s.Card] = Raised(b.Room[0], -s.Gap, s.Top)
	c.End[s.Card] = uint8(s.Card)
	c.Path[s.Step] = s.Keep
	return append(out, c)
}

func (s *Stills) swapped(out []Bundle, b *Bundle) []Bundle {
	for v := 1; v < s.Card; v++ {
		room := Raised(b.Room[v], -s.Gap, s.Top)
		if room == 0 {
			continue
		}
		c := *b
		for y := range s.Card {
			c.Room[y] = Raised(min(b.Room[y], b.Room[v]), -s.Gap, s.Top)
		}
		c.Room[s.Card] = room
		for p := range s.Card {
			if int(b.End[p]) == v {
				c.End[p] = uint8(s.Card)
			}
		}
		c.End[s.Card] = uint8(v)
		c.Path[s.Step] = s.Swap + uint8(v)
		out = append(out, c)
	}
	return out
}
