"""Where addresses lead. Streams are answered before Django (config/asgi.py)."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("agents.urls")),
    path("", include("trips.urls")),
    path("admin/", admin.site.urls),
]
