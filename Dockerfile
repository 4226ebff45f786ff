# One image for web, worker and everything else; what it does is the command (compose.yaml).
FROM python:3.11-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /app

# pg_dump and pg_restore, for `manage.py backup`; as new as the PostgreSQL of compose.yaml.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*

COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

COPY manage.py ./
COPY config config
COPY trips trips
COPY memory memory
COPY agents agents
COPY templates templates
COPY static static
# The key is for this command alone: nothing is signed here.
RUN SECRET_KEY=collecting python manage.py collectstatic --noinput --verbosity 0 \
    && useradd --system --home-dir /app wayfare && install -d -m 700 -o wayfare /app/var
USER wayfare

EXPOSE 8000
CMD ["uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--ws", "none", \
     "--http", "config.http:Protocol", "--no-server-header", \
     "--lifespan", "on", "--log-level", "warning", "--timeout-graceful-shutdown", "5"]
