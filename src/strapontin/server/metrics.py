"""What /metrics tells Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from itertools import accumulate

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily


class Tally:
    """What is counted with every frame, by kinds or as one; by the event loop alone, so that it costs little."""

    def __init__(self, name: str, told: str, label: str = "") -> None:
        self.name, self.told, self.label = name, told, label
        self.counts: defaultdict[str, int] = defaultdict(int)
        REGISTRY.register(self)

    def collect(self) -> Iterable[CounterMetricFamily]:
        """What there is to tell."""
        family = CounterMetricFamily(self.name, self.told, labels=[self.label] if self.label else [])
        if not self.label:
            family.add_metric([], self.counts[""])
        for kind, count in self.counts.items() if self.label else ():
            family.add_metric([kind], count)
        yield family


class Delays:
    """How long something takes that happens with every move."""

    def __init__(self, name: str, told: str, bounds: tuple[float, ...]) -> None:
        self.name, self.told, self.bounds = name, told, bounds
        self.counts, self.sum = [0] * (len(bounds) + 1), 0.0
        REGISTRY.register(self)

    def observe(self, seconds: float) -> None:
        """It took so long."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds

    def collect(self) -> Iterable[HistogramMetricFamily]:
        """What there is to tell."""
        upto = zip((*map(str, self.bounds), "+Inf"), accumulate(self.counts), strict=True)
        yield HistogramMetricFamily(self.name, self.told, buckets=list(upto), sum_value=self.sum)


TABLES = Gauge("strapontin_tables_open", "Tables in the memory of this process")
SOCKETS = Gauge("strapontin_sockets", "WebSockets connected to this process")
ROWS = Tally("strapontin_journal_rows", "Rows appended to journals by this process", "kind")
CONFLICTS = Counter("strapontin_conflicts", "Appends that lost a race and were thought over again")
REFUSALS = Counter("strapontin_refusals", "Requests and frames refused", ["kind"])
REQUESTS = Counter("strapontin_requests", "HTTP requests answered", ["method", "status"])
FRAMES_IN = Tally("strapontin_frames_received", "Frames received", "type")
FRAMES_OUT = Tally("strapontin_frames_sent", "Frames sent")
APPEND_SECONDS = Delays(
    "strapontin_move_seconds",
    "From the arrival of a move to its acknowledgement",
    (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
)
BOT_SECONDS = Histogram(
    "strapontin_bot_seconds", "Time a bot took for a move", ["level"], buckets=(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10)
)
BOT_FAILURES = Counter("strapontin_bot_failures", "Bots that crashed or took too long, and were replaced", ["why"])
CONNECTIONS = Gauge("strapontin_connections", "Connections to this process, WebSockets and others")
TURNED_AWAY = Counter("strapontin_turned_away", "Connections turned away because there were too many")
CUT_OFF = Counter("strapontin_cut_off", "Connections ended because they kept the server waiting", ["why"])
LOOP_LAG = Histogram(
    "strapontin_loop_lag_seconds",
    "How much later than it asked to the event loop gets to its rounds",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
)
QUEUED = Gauge("strapontin_queued_bytes", "Characters of frames that wait for slow connections")
LONGEST = Gauge("strapontin_journal_longest", "Rows of the longest journal in the memory of this process")
STUDYING = Gauge("strapontin_slow_work_waiting", "Drawings, layouts and studies asked for and not yet made")
BOTS = Gauge("strapontin_bots", "Processes in which bots think, alive and dead", ["state"])
WORKERS = Gauge("strapontin_workers", "Processes that take connections, and those that should and do not", ["state"])
NUDGES = Counter("strapontin_nudges", "Words to devices whose guest is waited for, by what became of them", ["result"])
WEBHOOKS = Counter("strapontin_webhooks", "Events told to webhooks, by what became of them", ["result"])
FAULTS = Counter("strapontin_faults", "Answers that were our fault")


def exposition() -> bytes:
    """The page."""
    return generate_latest(REGISTRY)
