"""System checks of the team; filled by agents/registry.py."""
