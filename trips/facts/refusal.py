"""The one error inside `apply_changes`: a change that makes no sense, and the sentence that says why."""


class Refused(Exception):
    """This change is not applied; the message is for the traveller."""
