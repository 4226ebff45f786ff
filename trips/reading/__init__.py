"""Reading English by rules: tokens, a lexicon as data, a layered chart (README.md beside this file)."""
