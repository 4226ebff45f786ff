"""Places out of files of OpenStreetMap and Wikivoyage. `merging` alone needs none of their readers."""
