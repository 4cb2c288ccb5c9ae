"""The form of pages: what is cut, covered, too small to tap or too pale to read."""
