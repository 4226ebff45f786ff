"""Pages in a real browser are served with the style sheets and scripts of the source tree."""

from django.conf import settings

# Whoever builds the application first in this process fixes where its files come from; without this it
# would be a folder that `collectstatic` filled some other day, or none.
settings.WHITENOISE_USE_FINDERS = True
