"""Bids that mean something: which hands make a call, stated once as data, for whoever makes the call
and whoever hears it.

A system of bridge is a table of contexts and rows (`tables`); its patterns of calls are in
`patterns`, its tests in `conditions` and `testing`.  `hearing` is the auction as everybody hears it,
`choosing` the call for a hand and the meaning of a call, `believing` the hands that fit an auction,
`speaking` the way from a game to its system.  Where one number says enough, `worths` has it;
`reading` is how the files of both are read.

>>> from cardlab.players.bidding.tables import system
>>> [row.call for row in system("bridge-natural").contexts[0].rows][:4]
['P', '2C', '2N', '1N']
"""
