"""What an answer may do: modes, rules, quotes, assumptions."""
