"""All settings, in one file. Each can be set in the environment or in `.env`; the defaults need nothing."""

from __future__ import annotations

import os
import secrets
import tempfile
from datetime import timedelta
from pathlib import Path

import environ
from csp.constants import NONE, SELF

from config import private
from config.logs import logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")
private.restrict(VAR_DIR, private.FOLDER)


def _own_secret() -> str:
    """The secret of a first start: made once, kept beside the database, readable by its owner only."""
    path = VAR_DIR / "secret_key"
    private.make_folder(VAR_DIR)
    try:
        with open(path, "x", encoding="ascii", opener=private.only_ours) as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        private.restrict(path, private.FILE)
    return path.read_text(encoding="ascii") or secrets.token_urlsafe(48)


# --- Where it runs -----------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or _own_secret()
#: Keys that were used before: what they signed is still believed (sessions outlive a change of the key).
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
#: Served over HTTPS (behind a proxy that sets X-Forwarded-Proto): secure cookies, HSTS, redirects.
HTTPS = env.bool("HTTPS", default=False)

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "trips.Traveller"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "my_trips"
LOGOUT_REDIRECT_URL = "front"

INSTALLED_APPS = [
    "agents",
    "memory",
    "trips",
    "config.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "simple_history",
    "axes",
]

MIDDLEWARE = [
    "config.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.error_pages.ErrorPages",
    "trips.refusals.Limits",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.acting.Acting",
    "trips.seeing.Seeing",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "axes.middleware.AxesMiddleware",
]

#: The first two look before a password is tried: how often, and whether the name is locked for this address.
AUTHENTICATION_BACKENDS = [
    "trips.signing_in.CountedBackend",
    "axes.backends.AxesStandaloneBackend",
    "trips.signing_in.CountedNameBackend",
    "django.contrib.auth.backends.ModelBackend",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "agents.context_processors.mind",
            ],
        },
    }
]
FORM_RENDERER = "config.form_renderer.QuickInputs"

# --- Database ----------------------------------------------------------------------------------
DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'wayfare.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "config.sqlite3"  # writers wait their turn
    # WAL alone makes lock storms worse: only with IMMEDIATE do writers wait instead of failing.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": env.float("SQLITE_TIMEOUT", default=5.0),
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # A file also in tests: several threads and processes write to it. One for each run.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"wayfare-test-{os.getpid()}.sqlite3")
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None  # page threads live long; a reopened file costs 2 ms
else:
    # A pool for pages, streams' doors and the sweeper; recorder and tailer keep one connection each. A thread
    # gives its connection back at the end of a request (the pool allows nothing else).
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # after a restart of the server the first try works
    _GIVEN = DATABASES["default"].get("OPTIONS", {})
    DATABASES["default"]["OPTIONS"] = {
        **_GIVEN,
        # Questions here take milliseconds: compiling one takes 100 ms, starting helpers for it 10. What the
        # address says (`?options=-c …`) comes later and counts.
        "options": f"-c jit=off -c max_parallel_workers_per_gather=0 {_GIVEN.get('options', '')}".strip(),
        "connect_timeout": 5,
        # What is asked often is planned once a connection (`config/database.py`); not behind a pooler that
        # gives a connection to another process between two statements.
        "prepare_threshold": 0 if env.bool("DATABASE_PREPARES", default=True) else None,
        "pool": {
            "min_size": 1,
            "max_size": env.int("DATABASE_POOL", default=16),
            "timeout": 5,
            # Its pauses between tries double: with its own five minutes a server that was away for one
            # would be found after the next. Here whoever needs a connection has it tried at once.
            "reconnect_timeout": 1,
        },
    }

#: What services told (trips/remote) lies in the database: the worker writes it, pages read it.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "remote": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "trips_remote_answer",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    },
}

# --- Language, time ----------------------------------------------------------------------------
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

# --- Static files ------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.CollectedFiles"},
}

# --- Accounts ----------------------------------------------------------------------------------
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
#: A guest and their trips go after so many idle days.
GUEST_IDLE_DAYS = env.int("GUEST_IDLE_DAYS", default=30)
#: What else is kept how many days (agents/retention.py); 0 = for good.
KEEP_EVENTS_DAYS = env.int("KEEP_EVENTS_DAYS", default=30)
KEEP_PROMPTS_DAYS = env.int("KEEP_PROMPTS_DAYS", default=14)
KEEP_STEPS_DAYS = env.int("KEEP_STEPS_DAYS", default=7)
KEEP_ATTEMPTS_DAYS = env.int("KEEP_ATTEMPTS_DAYS", default=30)
#: May agents remember at all? Each traveller and each trip has a switch of its own (memory/switches.py).
MEMORY = env.bool("MEMORY", default=True)
#: What was forgotten can come back for so many days; then it is purged. 0: at the next purge.
FORGET_UNDO_DAYS = env.int("FORGET_UNDO_DAYS", default=7)

# --- Security ----------------------------------------------------------------------------------
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# "__Host-": a browser takes such a cookie over HTTPS alone, for this very host and all of it.
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
CSRF_COOKIE_HTTPONLY = True  # the pages carry the token themselves
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no third cookie
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # config/headers.py sets it, on documents alone
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
#: Raster tiles of the street map, which a reader opens with a click; empty = none.
MAP_TILES_URL = env.str("MAP_TILES_URL", default="https://tile.openstreetmap.org/{z}/{x}/{y}.png")
MAP_TILES_CREDIT = env.str("MAP_TILES_CREDIT", default="© OpenStreetMap contributors")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
#: The largest request body, bytes. A message is at most 20,000 characters.
BODY_LIMIT = env.int("BODY_LIMIT", default=1024 * 1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
MESSAGE_LIMIT = env.int("MESSAGE_LIMIT", default=20_000)
#: Fields of one form, and of one address's query.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
#: How to report a weakness, for /.well-known/security.txt: mailto: or https: addresses, and a date.
SECURITY_CONTACT = env.list("SECURITY_CONTACT", default=[])
SECURITY_EXPIRES = env.str("SECURITY_EXPIRES", default="")

# --- Abuse -------------------------------------------------------------------------------------
#: How often one account may; an address may five times as often (trips/limits.py). False: a proxy limits.
RATE_LIMITS = env.bool("RATE_LIMITS", default=True)
MESSAGES_A_MINUTE = env.int("MESSAGES_A_MINUTE", default=20)
TRIPS_AN_HOUR = env.int("TRIPS_AN_HOUR", default=30)
PASSWORDS_AN_HOUR = env.int("PASSWORDS_AN_HOUR", default=10)
DOWNLOADS_AN_HOUR = env.int("DOWNLOADS_AN_HOUR", default=20)
SIGN_INS_AN_HOUR = env.int("SIGN_INS_AN_HOUR", default=60)
#: How often one address may.
GUESTS_AN_HOUR = env.int("GUESTS_AN_HOUR", default=30)
SIGN_UPS_AN_HOUR = env.int("SIGN_UPS_AN_HOUR", default=30)
STREAMS_A_MINUTE = env.int("STREAMS_A_MINUTE", default=300)
REQUESTS_A_MINUTE = env.int("REQUESTS_A_MINUTE", default=600)
#: After so many wrong passwords for a name from an address, that pair has to wait.
SIGN_IN_TRIES = env.int("SIGN_IN_TRIES", default=8)
SIGN_IN_PAUSE_MINUTES = env.int("SIGN_IN_PAUSE_MINUTES", default=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = SIGN_IN_TRIES
AXES_COOLOFF_TIME = timedelta(minutes=SIGN_IN_PAUSE_MINUTES)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # else a stranger could keep somebody out for ever
AXES_CLIENT_IP_CALLABLE = "config.addresses.address_of"
AXES_CLIENT_STR_CALLABLE = "trips.signing_in.client_in_log"
AXES_LOCKOUT_CALLABLE = "trips.signing_in.locked_out"
AXES_SENSITIVE_PARAMETERS = ["username", "password", "csrfmiddlewaretoken", "next"]
AXES_DISABLE_ACCESS_LOG = True  # who signed in when is nobody's business; wrong tries go after the pause
AXES_ENABLE_ADMIN = False  # trips/admin/attempts.py has its tables, to read and to delete
AXES_VERBOSE = False

# --- Models ------------------------------------------------------------------------------------
#: Without a key (or another base address) the offline planner answers.
ANTHROPIC_API_KEY = env.str("ANTHROPIC_API_KEY", default="")
ANTHROPIC_BASE_URL = env.str("ANTHROPIC_BASE_URL", default="")
MODELS = {
    "fast": env.str("MODEL_FAST", default="claude-haiku-5-5"),
    "standard": env.str("MODEL_STANDARD", default="claude-sonnet-5-5"),
    "deep": env.str("MODEL_DEEP", default="claude-opus-5-5"),
}
#: What the server takes: anthropic, strict, tools or plain (agents/llm/profiles.py). The settings after it
#: change one point of it for all agents, AGENTS (JSON) any for one.
MODEL_PROFILE = env.str("MODEL_PROFILE", default="anthropic")
STRUCTURED_OUTPUT = env.str("STRUCTURED_OUTPUT", default="")
MODEL_EFFORT = env.str("MODEL_EFFORT", default="auto")
PROMPT_CACHE = env.bool("PROMPT_CACHE", default=None)
MODEL_MAX_TOKENS = env.int("MODEL_MAX_TOKENS", default=None)
SILENCE_SECONDS = env.float("SILENCE_SECONDS", default=None)
#: Tokens of one request with its answer.
CONTEXT_TOKENS = env.int("CONTEXT_TOKENS", default=None)
AGENTS = env.str("AGENTS", default="")
#: US dollars per million tokens of models that agents/llm/prices.py does not know (JSON).
MODEL_PRICES = env.str("MODEL_PRICES", default="")
#: The model that is asked once when the others stay overloaded or silent; empty: none.
MODEL_FALLBACK = env.str("MODEL_FALLBACK", default="")
TOOL_ROUNDS = env.int("TOOL_ROUNDS", default=6)
#: One call with all its tries, which grows with what it may write; one whole message.
CALL_SECONDS = env.float("CALL_SECONDS", default=90.0)
TURN_SECONDS = env.float("TURN_SECONDS", default=600.0)
RECORD_PROMPTS = env.bool("RECORD_PROMPTS", default=False)
#: Pause between two pieces of an offline reply, seconds: the page shows it growing.
OFFLINE_PAUSE = env.float("OFFLINE_PAUSE", default=0.012)
#: Spend caps a day, US dollars: the whole site, one account, one guest, one trip.
CAP_SITE = env.float("CAP_SITE", default=50.0)
CAP_TRAVELLER = env.float("CAP_TRAVELLER", default=5.0)
CAP_GUEST = env.float("CAP_GUEST", default=2.0)
CAP_TRIP = env.float("CAP_TRIP", default=3.0)

# --- Turns -------------------------------------------------------------------------------------
LEASE_SECONDS = env.float("LEASE_SECONDS", default=10.0)
HEARTBEAT_SECONDS = env.float("HEARTBEAT_SECONDS", default=2.0)
TURN_ATTEMPTS = env.int("TURN_ATTEMPTS", default=3)
#: Seconds a message may wait for a worker before `/readyz` says no.
QUEUE_AGE_LIMIT = env.float("QUEUE_AGE_LIMIT", default=60.0)
RUNNING_TURNS_A_TRAVELLER = env.int("RUNNING_TURNS_A_TRAVELLER", default=2)
WAITING_TURNS_A_TRIP = env.int("WAITING_TURNS_A_TRIP", default=3)

# --- Research (agents/commands/research.py) ------------------------------------------------------
#: Does it start once by itself when an option is chosen?
RESEARCH_AFTER_CHOICE = env.bool("RESEARCH_AFTER_CHOICE", default=True)
#: So many days what was found of a city counts as fresh, as long as the facts are the same.
RESEARCH_FRESH_DAYS = env.int("RESEARCH_FRESH_DAYS", default=14)
RESEARCH_AT_ONCE = env.int("RESEARCH_AT_ONCE", default=3)

#: Do agents search the web? "auto": with Anthropic's own server; "on", "off". Each trip has a switch of its
#: own, and staff one for all (agents/web_access.py).
WEB_SEARCH = env.str("WEB_SEARCH", default="auto")

# --- Conversation: what a model reads of it (memory/conversation.py, agents/llm/context_window.py) ------
#: Messages that are read verbatim; with one more the older ones become a summary and so many stay.
WINDOW_MESSAGES = env.int("WINDOW_MESSAGES", default=50)
SUMMARY_KEPT = env.int("SUMMARY_KEPT", default=20)
#: Shares of the window: a summary is made from, and down to; what stays when the provider says too long.
CONTEXT_COMPACT_AT = env.float("CONTEXT_COMPACT_AT", default=0.75)
CONTEXT_COMPACT_TO = env.float("CONTEXT_COMPACT_TO", default=0.40)
CONTEXT_OVERFLOW_KEPT = env.float("CONTEXT_OVERFLOW_KEPT", default=0.20)
#: Shares of an agent's input at which it is told so, and at which it gets no tools any more.
CONTEXT_TOLD_AT = env.float("CONTEXT_TOLD_AT", default=0.80)
CONTEXT_CLOSED_AT = env.float("CONTEXT_CLOSED_AT", default=0.95)
#: Remembered facts that are looked up after a summary or a break: how many, after how many hours; "always"
#: looks up before every answer.
RETRIEVED_FACTS = env.int("RETRIEVED_FACTS", default=5)
RETRIEVE_AFTER_HOURS = env.float("RETRIEVE_AFTER_HOURS", default=6.0)
RETRIEVE_ALWAYS = env.bool("RETRIEVE_ALWAYS", default=False)
#: What else of a turn is kept for what is learnt from it: tool calls with their results, reasoning.
RECORD_TOOL_CALLS = env.bool("RECORD_TOOL_CALLS", default=False)
RECORD_REASONING = env.bool("RECORD_REASONING", default=False)

# --- Services beside (trips/remote); empty: off ----------------------------------------------------
#: OSRM; "{profile}" in it becomes foot or car, without it ways on foot are asked for alone.
ROUTING_URL = env.str("ROUTING_URL", default="")
#: Open-Meteo's forecast, "https://api.open-meteo.com/v1/forecast".
WEATHER_URL = env.str("WEATHER_URL", default="")
#: Frankfurter, "https://api.frankfurter.dev/v2/rates".
RATES_URL = env.str("RATES_URL", default="")

# --- Who works ---------------------------------------------------------------------------------
#: Who works: "worker" (a `manage.py work` process), "threads" (inside this process), "celery".
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
BACKGROUND = env.str("BACKGROUND", default="celery" if CELERY_BROKER_URL else "worker")
WORKER_TURNS = env.int("WORKER_TURNS", default=8)
#: Seconds without a sign of life after which a worker is ended and replaced (agents/watchdog.py).
WORKER_SILENCE = env.float("WORKER_SILENCE", default=20.0)

# --- Pages -------------------------------------------------------------------------------------
PAGE_THREADS = env.int("PAGE_THREADS", default=8)
HEARTBEAT_COMMENT_SECONDS = env.float("HEARTBEAT_COMMENT_SECONDS", default=15.0)
STREAM_IDLE_SECONDS = env.float("STREAM_IDLE_SECONDS", default=300.0)
#: A reader who takes longer for what was sent is cut off, and reads again from where they were.
STREAM_SEND_SECONDS = env.float("STREAM_SEND_SECONDS", default=10.0)
#: Open streams in one process, at most.
STREAMS_AN_ACCOUNT = env.int("STREAMS_AN_ACCOUNT", default=20)
STREAMS_AN_ADDRESS = env.int("STREAMS_AN_ADDRESS", default=2000)


# --- Logs --------------------------------------------------------------------------------------
#: "lines" for a person, "json" for a machine; LOG_LEVEL is of Wayfare's own lines (config/logs.py).
LOG_FORMAT = env.str("LOG_FORMAT", default="lines")
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING_CONFIG = "config.logs.configure"
LOGGING = logging_settings(form=LOG_FORMAT, level=LOG_LEVEL)
