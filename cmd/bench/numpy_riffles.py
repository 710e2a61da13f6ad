"""100,000 decks of 52 cards after seven riffles, and the counts of cards at places: how one would write it with numpy."""
import numpy

DECKS, CARDS = 100_000, 52
decks = numpy.tile(numpy.arange(CARDS, dtype=numpy.int16), (DECKS, 1))
for _ in range(7):
    packet = numpy.random.randint(0, 2, decks.shape, dtype=numpy.int8)  # of each place: the packet that its card is from
    places = numpy.argsort(packet, axis=1, kind="stable")  # those of the top packet, then those of the bottom packet
    riffled = numpy.empty_like(decks)
    numpy.put_along_axis(riffled, places, decks, axis=1)
    decks = riffled
counts = numpy.bincount((decks + CARDS * numpy.arange(CARDS)).ravel(), minlength=CARDS * CARDS)
print(counts)
