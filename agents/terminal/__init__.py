"""The terminal client's parts: showing a turn, and the slash commands."""
