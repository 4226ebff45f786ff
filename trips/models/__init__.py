from trips.models.conversation import Message, Question, Turn
from trips.models.imports import MapShape, OpenStreetMapPlace, PlaceSource, WikivoyagePlace
from trips.models.journey import Booking, CityIntel, Expense, Feedback, Finding
from trips.models.limits import Tally
from trips.models.places import StaffPlace, TripPlace
from trips.models.plans import Option, PlanProposal, PlanVersion
from trips.models.traveller import Traveller
from trips.models.trip import FactChange, Member, Trip
