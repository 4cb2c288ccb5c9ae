"""One file a game.  Adding a file here adds the game everywhere."""
