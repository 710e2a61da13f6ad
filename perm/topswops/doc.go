// Package topswops is the game on one deck: it is played, taken apart, and
// packed into machine words.
//
// The rule: if the card on top is k > 1, reverse the first k cards; the game
// ends when card 1 comes to the top. The length of a deck is the number of its
// moves. A card that comes to the top is a protagonist, the others are
// supporting cards: they may be exchanged without changing the length.
//
// [Game] plays a deck of any size and says what happened, card by card, as
// users count, from 1. [Deck] and [Word] are decks of up to 32 and 16 cards
// for the searches; there cards and positions count from 0, so that card k
// reverses k+1 positions, is at home in position k, and card 0 ends the game.
//
// Names follow the article on the game in the Japanese Wikipedia, and
// L. Morales and H. Sudborough, A quadratic lower bound for Topswops,
// Theoretical Computer Science 411 (2010) 3965-3970.
package topswops
