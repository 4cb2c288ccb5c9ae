"""Files of other programs: PBN, its dialects, and what is damaged in them."""
