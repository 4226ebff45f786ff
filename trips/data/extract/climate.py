"""Read the climate of each city from the ERA5 file; used by `trips.data.extract.world`."""

from __future__ import annotations


def climate_blobs(path: str, cities: list[dict]) -> dict[int, bytes]:
    """geonames id → 12 means in tenths of °C and 12 sums in mm, little-endian int16, of the grid
    point nearest to the city (0.25°, 28 km north to south: beside the sea partly the sea's, in
    mountains the valley's and the slopes' mean)."""
    import h5py
    import numpy

    with h5py.File(path) as source:
        names = {name.lower(): name for name in source}
        print("climate file holds", {name: source[name].shape for name in source})
        latitude = source[names.get("latitude") or names["lat"]][:]
        longitude = source[names.get("longitude") or names["lon"]][:]
        fields = [name for name in source if source[name].ndim == 3]
        temperature = next(name for name in fields if name.lower().startswith(("t", "temp")))
        rain = next(name for name in fields if name != temperature)
        t, r = source[temperature][:], source[rain][:]
    blobs = {}
    for city in cities:
        row = int(numpy.abs(latitude - city["latitude"]).argmin())
        wanted = city["longitude"] % 360 if longitude.max() > 180 else city["longitude"]
        column = int(numpy.abs(longitude - wanted).argmin())
        values = numpy.concatenate([t[:, row, column] * 10, r[:, row, column]])
        if numpy.isfinite(values).all():
            blobs[city["geonameid"]] = numpy.rint(values).astype("<i2").tobytes()
    return blobs
