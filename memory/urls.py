"""Addresses of what is remembered."""

from django.urls import path

from memory.views import deeds, page, switches, used

urlpatterns = [
    path("memory/", page.memory, name="memory"),
    path("memory/download", page.download_memory, name="download_memory"),
    path("memory/forget", page.forget_all, name="forget_all"),
    path("memory/switch", switches.switch_memory, name="switch_memory"),
    path("memory/notes/<int:pk>/", deeds.remembered_note, name="remembered_note"),
    path("memory/lines/<int:pk>/", deeds.remembered_line, name="remembered_line"),
    path("trips/<uuid:trip_uuid>/memory", switches.switch_trip_memory, name="switch_trip_memory"),
    path("trips/<uuid:trip_uuid>/turns/<int:number>/remembered", used.remembered, name="remembered"),
]
