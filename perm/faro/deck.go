package faro

import "slices"

// Shuffle is the deck after one perfect shuffle, dealt out card by card as
// with real packets: the slow and obvious form of Goes.
func Shuffle[C any](k Kind, deck []C) []C {
	top := int(k.TopPacket(uint64(len(deck))))
	first, second := deck[:top], deck[top:]
	if k == In {
		first, second = second, first
	}
	mixed := make([]C, 0, len(deck))
	for i := range first {
		mixed = append(mixed, first[i])
		if i < len(second) {
			mixed = append(mixed, second[i])
		}
	}
	return mixed
}

// trail is a deck, followed by the deck after each of times shuffles; with times < 0,
// after each until it returns.
func trail(k Kind, start []int, times int, yield func(step int, deck []int) bool) {
	deck := start
	if !yield(0, deck) {
		return
	}
	for step := 1; times < 0 || step <= times; step++ {
		deck = Shuffle(k, deck)
		if !yield(step, deck) || times < 0 && slices.Equal(deck, start) {
			return
		}
	}
}
