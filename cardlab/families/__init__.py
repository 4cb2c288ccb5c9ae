"""What kinds of game share: tricks, auctions, melds, ponds, banks, matches."""
