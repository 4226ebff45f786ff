"""Addresses of the conversation and its board. The stream is answered before Django (config/asgi.py)."""

from django.urls import include, path

from agents.views import (
    agenda,
    board,
    bookings,
    changes,
    chat,
    check,
    choices,
    commands,
    feedback,
    findings,
    front,
    priorities,
    spending,
    take_along,
    told,
    web,
)

urlpatterns = [
    path("", front.front, name="front"),
    path("start", front.start, name="start"),
    path("sample", front.sample, name="sample"),
    path("check", check.check_plan, name="check_plan"),
    path("trips/<uuid:trip_uuid>/", chat.workspace, name="workspace"),
    path("trips/<uuid:trip_uuid>/send", chat.send, name="send"),
    path("trips/<uuid:trip_uuid>/turns/<int:number>/stop", chat.stop, name="stop_turn"),
    path("trips/<uuid:trip_uuid>/turns/<int:number>/retry", chat.retry, name="retry_turn"),
    path("trips/<uuid:trip_uuid>/reset", chat.reset, name="reset_trip"),
    path("trips/<uuid:trip_uuid>/command", commands.command, name="command"),
    path("trips/<uuid:trip_uuid>/commands", commands.offered, name="commands"),
    path("trips/<uuid:trip_uuid>/board", board.board, name="board"),
    path("trips/<uuid:trip_uuid>/web", web.switch_web, name="switch_web"),
    path("trips/<uuid:trip_uuid>/options/<int:pk>/select", choices.select_option, name="select_option"),
    path("trips/<uuid:trip_uuid>/options/reject", choices.reject_options, name="reject_options"),
    path("trips/<uuid:trip_uuid>/agenda", agenda.print_agenda, name="print_agenda"),
    path("trips/<uuid:trip_uuid>/plan/", include(changes.urlpatterns)),
    path("trips/<uuid:trip_uuid>/findings/", include([*findings.urlpatterns, *priorities.urlpatterns])),
    path("trips/<uuid:trip_uuid>/bookings/", include(bookings.urlpatterns)),
    path("trips/<uuid:trip_uuid>/expenses/", include(spending.urlpatterns)),
    path("trips/<uuid:trip_uuid>/feedback/", include(feedback.urlpatterns)),
    path("trips/<uuid:trip_uuid>/", include(told.urlpatterns)),
    path("trips/<uuid:trip_uuid>/take/", include(take_along.urlpatterns)),
]
