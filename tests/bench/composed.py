TODAY = __import__("datetime").date(2026, 11, 21)


def trips(g):
    return []
