"""What every game says and does, written down before the house is changed (see `__main__`)."""
