"""The games, one file each: a file that is added here adds its game everywhere."""
