"""Places out of files of OpenStreetMap and Wikivoyage. `merging` alone is for reading what was imported; the
other modules need the packages that read those files."""
