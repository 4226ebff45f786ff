"""Addresses of trips as a list, of their facts, and of the account."""

from django.urls import path

from trips.views import accounts, data, facts, maps, trips

urlpatterns = [
    path("trips/", trips.my_trips, name="my_trips"),
    path("trips/<uuid:trip_uuid>/rename", trips.rename_trip, name="rename_trip"),
    path("trips/<uuid:trip_uuid>/delete", trips.delete_trip, name="delete_trip"),
    path("trips/<uuid:trip_uuid>/cities/<int:city_id>", trips.city_page, name="city"),
    path("trips/<uuid:trip_uuid>/facts/<str:path>", facts.edit_fact, name="edit_fact"),
    path("map/shapes", maps.map_shapes, name="map_shapes"),
    path("account/", data.account, name="account"),
    path("account/sign-in", accounts.sign_in, name="sign_in"),
    path("account/sign-up", accounts.sign_up, name="sign_up"),
    path("account/sign-out", accounts.sign_out, name="sign_out"),
    path("account/password", accounts.change_password, name="change_password"),
    path("account/move-trips", accounts.move_trips, name="move_trips"),
    path("account/download", data.download_data, name="download_data"),
    path("account/delete", data.delete_account, name="delete_account"),
]
