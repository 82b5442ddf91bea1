"""A world with 10,000 requests and 2,000 deliveries: how fast and how large the console is in it.

The limits are for a busy machine with two cores, and still far below what a list that draws every row needs.
"""

import http.client
import threading
import urllib.parse

from world import Receiver, World, until

REQUESTS, DELIVERIES = 10_000, 2_000

# Milliseconds from the start of the navigation.
FIRST_PAINT, FIRST_ROW = 1500, 4000
# Milliseconds from a request of the app to its row.
NEW_ROW = 4000
# Mebibytes of JavaScript objects, after a collection of garbage.
HEAP = 60
# Elements of the whole page, and rows of its table.
ELEMENTS, ROWS = 2500, 80
# Milliseconds of the processor for a frame while the page is scrolled from the newest row to the oldest. Not milliseconds of the
# clock, in which other programs of the machine run, too.
FRAME = 60

# Notes when the first row is in the page.
WATCH = """
new MutationObserver((_, observer) => {
    if (!document.querySelector('main .table [role=row][tabindex]')) return;
    window.firstRow = performance.now();
    observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""

# Scrolls the table four screens per frame, to its end, and returns the number of frames.
SCROLL = """
const done = arguments[arguments.length - 1];
const table = document.querySelector('main .table');
table.scrollTop = 0;
let frames = 1;
const step = () => {
    const before = table.scrollTop;
    table.scrollTop += table.clientHeight * 4;
    frames += 1;
    if (table.scrollTop > before) requestAnimationFrame(step);
    else requestAnimationFrame(() => done(frames));
};
requestAnimationFrame(step);
"""


def fill(sandbox):
    """Makes the world: calls of the app over a few connections, and samples of events that a receiver accepts."""
    world = World(sandbox, "large")
    world.receive(Receiver())
    path = f"/worlds/{world.name}/base/v1/open-platform/finder/post/{world.post()}"
    key = {"x-api-key": world.app["api_key"]}
    deliveries = f"/_sandbox/worlds/{world.name}/deliveries/samples"
    kinds = ["message_from_user", "chatbot_message", "retired_post"]

    def work(method, count, request):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(sandbox).netloc)
        for number in range(count):
            target, body, headers = request(number)
            connection.request(method, target, body, headers)
            connection.getresponse().read()
        connection.close()

    def sample(number):
        return deliveries, f'{{"sample":"{kinds[number % 3]}"}}', {"content-type": "application/json"}

    jobs = [("GET", REQUESTS // 4, lambda number: (path, None, key))] * 4 + [("POST", DELIVERIES // 2, sample)] * 2
    threads = [threading.Thread(target=work, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(world.admin("GET", "/requests")) == REQUESTS
    until(lambda: all(one["state"] == "delivered" for one in world.admin("GET", "/deliveries")), "all samples are delivered", 120)
    assert len(world.admin("GET", "/deliveries")) == DELIVERIES
    return world


class Measured:
    """A figure with its limit."""

    def __init__(self, figures):
        self.figures, self.missed = figures, []

    def at_most(self, what, value, limit, unit=""):
        self.figures.append(f"{what}: {value:.0f} of at most {limit} {unit}".rstrip())
        if value > limit:
            self.missed.append(self.figures[-1])


def large(chromium, sandbox):
    """Opens the lists of the large world in a new page each, and measures."""
    world = fill(sandbox)
    figures = []
    measured = Measured(figures)
    chromium.resize(1280, 800)
    script = chromium.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    try:
        for screen in ("overview", "requests", "deliveries"):
            look(chromium, f"{sandbox}/#/w/{world.name}/{screen}", screen, measured)
            if screen == "requests":
                a_new_request(chromium, world, measured)
    finally:
        chromium.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script["identifier"]})
        print("\n".join(f"       {figure}" for figure in figures))
    assert not measured.missed, "; ".join(measured.missed)


def look(chromium, address, screen, measured):
    driver = chromium.driver
    driver.get("about:blank")
    driver.get(address)
    has_rows = screen != "overview"
    if has_rows:
        row = chromium.wait(lambda: driver.execute_script("return window.firstRow"), "the first row")
        measured.at_most(f"{screen}: first row", row, FIRST_ROW, "ms")
    else:
        chromium.wait(lambda: chromium.all("main .counter") and "…" not in chromium.text("main .counters"), "all counters are known")
    paint = driver.execute_script("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity")
    measured.at_most(f"{screen}: first paint", paint, FIRST_PAINT, "ms")
    if has_rows:
        before = processor_time(driver)
        frames = driver.execute_async_script(SCROLL)
        measured.at_most(f"{screen}: a frame while scrolling", (processor_time(driver) - before) / frames, FRAME, "ms of the processor")
    rows = driver.execute_script("return document.querySelectorAll('main .table [role=row]').length")
    measured.at_most(f"{screen}: rows in the page", rows, ROWS)
    elements = driver.execute_script("return document.querySelectorAll('*').length")
    measured.at_most(f"{screen}: elements in the page", elements, ELEMENTS)
    driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    heap = driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"] / 2**20
    measured.at_most(f"{screen}: heap", heap, HEAP, "MiB")


def processor_time(driver):
    """How many milliseconds of the processor the tasks of the page have taken."""
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def a_new_request(chromium, world, measured):
    """How long it takes until a request of the app is in the list, which is scrolled back to the newest."""
    driver = chromium.driver
    driver.execute_script("document.querySelector('main .table').scrollTop = 0")
    marker = "a-new-request"
    start = driver.execute_script("return performance.now()")
    world.call("GET", f"/v1/open-platform/finder/post/{marker}")
    chromium.shows(marker, "main .table")
    measured.at_most("requests: a new one is shown", driver.execute_script("return performance.now()") - start, NEW_ROW, "ms")
