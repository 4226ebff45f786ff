"""A message as a whole: what all readers find in it, and what it is meant as."""
