"""What the server counts; health.py tells it to Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

numbers = CollectorRegistry()
EVENTS = Counter("tablewright_events", "What happened in rooms, committed", ["kind"], registry=numbers)
COMMIT = Histogram("tablewright_commit_seconds", "From a request until it is committed", registry=numbers)
SEARCHES = Counter("tablewright_searches", "Decisions of bots", ["how"], registry=numbers)
ROOMS = Gauge("tablewright_rooms", "Rooms in memory", registry=numbers)
PAGES = Gauge("tablewright_pages", "Open pages", registry=numbers)
