"""Where addresses lead. Streams are answered before Django (config/asgi.py)."""

from django.contrib import admin
from django.urls import include, path

from config.security_txt import security_txt

handler500 = "config.error_pages.broken"

admin.autodiscover()
urlpatterns = [
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("", include("agents.urls")),
    path("", include("trips.urls")),
    path("", include("memory.urls")),
    path("admin/", admin.site.urls),
]
