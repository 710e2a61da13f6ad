// Package faro is the perfect shuffles of a deck: what they do to each
// position, after how many of them the deck returns, the group they generate
// and how they bring a card where it is wanted.
//
// A perfect shuffle cuts the deck into two packets and interleaves them card
// by card. Read from the top of the new deck, the out-shuffle begins with the
// top packet and the in-shuffle with the bottom packet. A deck of odd size has
// one packet larger by one card: always the packet that the new deck begins
// with, which then also ends it. With that cut each of the four cases is
// multiplication by 2:
//
//	kind  n     top packet  bottom packet  position i goes to    modulus of the order
//	out   even  n/2         n/2            2i mod n-1 (n-1 stays) n-1
//	out   odd   (n+1)/2     (n-1)/2        2i mod n               n
//	in    even  n/2         n/2            2i+1 mod n+1           n+1
//	in    odd   (n-1)/2     (n+1)/2        2i+1 mod n             n
//
// Positions i count from 0 here. In the in-shuffles i+1 goes to 2(i+1), and
// the order of each shuffle is the multiplicative order of 2 modulo the last
// column. Source: P. Diaconis, R. L. Graham and W. M. Kantor, The mathematics
// of perfect shuffles, 1983.
package faro
