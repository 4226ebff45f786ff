"""What each companion of a trip reads, and the code beside it: one context a companion."""
