"""Which Wayfare this is (pyproject.toml says the same; the image does not hold it)."""

VERSION = "0.1.0"
