#!/usr/bin/env python3
"""Opens pages of the format html in headless Chromium: check-page.py [--pictures FOLDER] [PAGE.html ...]

Without pages it runs two configs first (with GRUNDY, or target/release/grundy, or target/debug/grundy). Of each page it
checks that nothing is reported as an error and nothing is requested, that the table sorts by every column as Python
does, that it filters, and that a game is found in the chart and then in the table. With --pictures it also stores what
is seen: light and dark, wide and narrow, and as PDF. Chromium is CHROMIUM, or found by its usual names. Python's own
library is enough: it speaks to the browser through a pipe.
"""
import base64
import csv
import fcntl
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIGS = ["configs/octal/kayles-page.toml", "configs/sweeps/subtraction-page.toml"]
CELLS = "Array.from(document.querySelectorAll('#table .tabulator-row{} .tabulator-cell'), (cell) => cell.textContent)"
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]


def chromium():
    """The browser, or None. As root on Debian it is installed."""
    if "CHROMIUM" in os.environ:
        return shutil.which(os.environ["CHROMIUM"])
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found or os.geteuid() != 0 or not shutil.which("apt-get"):
        return found
    install = "apt-get update -qq && apt-get install -y -qq chromium"
    subprocess.run(install, shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return shutil.which("chromium")


class Browser:
    """A browser with one page, and what it has reported."""

    def __init__(self, path, profile):
        to_read, to = os.pipe()
        back, back_write = os.pipe()
        # The browser reads from 3 and writes to 4.
        ours = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (to_read, back_write)]

        def connect():
            os.dup2(ours[0], 3)
            os.dup2(ours[1], 4)

        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                   "--disable-background-networking", f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen([path, *options], preexec_fn=connect, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (to_read, back_write, *ours):
            os.close(end)
        self.out, self.back = os.fdopen(to, "wb", 0), os.fdopen(back, "rb", 0)
        self.rest, self.count, self.session, self.events = b"", 0, None, []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.hear()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def hear(self):
        while b"\0" not in self.rest:
            part = self.back.read(1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def value(self, expression):
        """The value of an expression in the page."""
        result = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s: {expression}")
            time.sleep(0.05)

    def troubles(self, page):
        """Errors, and requests for anything but the page itself."""
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(params["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(str(params["args"]))
            elif method == "Log.entryAdded":
                found.append(params["entry"]["text"])
            elif method == "Network.requestWillBeSent" and params["request"]["url"] not in (page, "about:blank"):
                found.append(f"it asks for {params['request']['url'][:100]}")
        self.events.clear()
        return found

    def see(self, name, width, scheme):
        """Stores a picture of the page."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        time.sleep(0.7)
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": width, "height": size["height"], "scale": 1}
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        name.write_bytes(base64.b64decode(shot["data"]))

    def end(self):
        self.session = None
        self.ask("Browser.close")
        self.process.wait()


def sorted_rows(rows, place, is_number, descending):
    """Row numbers as the table should have them: ties in their order, no number last."""
    if not is_number:
        key = lambda row: rows[row][place].replace('"', '""').encode()
        return sorted(range(len(rows)), key=key, reverse=descending)
    with_number = [row for row in range(len(rows)) if rows[row][place] != ""]
    sign = -1 if descending else 1
    without = [row for row in range(len(rows)) if rows[row][place] == ""]
    return sorted(with_number, key=lambda row: sign * int(rows[row][place])) + without


def conditions(rows, place, is_number):
    """Conditions on a column, and which cells satisfy them."""
    middle = rows[len(rows) // 2][place]
    if not is_number:
        part = middle[len(middle) // 3:]
        known = [(part, lambda cell: part in cell)] if part else []
        return known + [("=" + middle, lambda cell: cell == middle), ("\"", lambda cell: "\"" in cell),
                        ("1,", lambda cell: "1," in cell), ("2\n", lambda cell: "2" in cell)]
    bound = int(middle or 0)
    of_number = [(f"{bound}", bound.__eq__), (f"!={bound}", bound.__ne__), (f"<{bound}", bound.__gt__), (f"<= {bound}", bound.__ge__),
                 (f">{bound}", bound.__lt__), (f">={bound}", bound.__le__), (f"2..{bound}", lambda number: 2 <= number <= bound)]
    wrap = lambda test: lambda cell: cell != "" and test(int(cell))
    return [(words, wrap(test)) for words, test in of_number] + [("-", lambda cell: cell == "")]


def point_at(browser, row):
    """Points at the dot of a row, and clicks it."""
    spot = browser.value(
        "(() => { const plot = grundy.chart.plot, { x, y } = grundy.chart.choice;"
        " plot.over.scrollIntoView({ block: 'center' }); const box = plot.over.getBoundingClientRect();"
        f" return [box.left + plot.valToPos(x.numbers[{row}], 'x'), box.top + plot.valToPos(y.numbers[{row}], 'y')]; }})()")
    for kind, buttons in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)):
        button = "none" if kind == "mouseMoved" else "left"
        browser.ask("Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button=button, buttons=buttons, clickCount=1)
        time.sleep(0.2)
        if kind == "mouseMoved":
            tip = browser.value("document.getElementById('tip').innerText")
            assert tip and not browser.value("document.getElementById('tip').hidden"), "nothing is told of the dot"
    browser.wait("!!document.querySelector('#table .tabulator-row.chosen')")
    chosen = browser.value(CELLS.format(".chosen"))
    named = browser.value("document.getElementById('named').textContent")
    assert chosen[0] in named, (chosen, named)


def check(browser, path, pictures):
    page = path.resolve().as_uri()
    begin = time.monotonic()
    browser.ask("Page.navigate", url=page)
    browser.wait("!!window.grundy && document.querySelectorAll('#table .tabulator-row').length > 0")
    took = time.monotonic() - begin
    text = browser.value("new TextDecoder().decode(grundy.rows.text)")
    head, *rows = list(csv.reader(io.StringIO(text, newline="")))
    kinds = browser.value("grundy.rows.columns.map((column) => !!column.numbers)")
    identity = "Uint32Array.from({ length: grundy.rows.count }, (_, row) => row)"
    for place, name in enumerate(head):
        for descending in (False, True):
            found = browser.value(f"Array.from(grundy.rows.sorted({place}, {json.dumps(descending)}, {identity}))")
            assert found == sorted_rows(rows, place, kinds[place], descending), f"the order by {name}"
    for place, name in enumerate(head):
        for words, holds in conditions(rows, place, kinds[place]):
            found = browser.value(f"Array.from(grundy.rows.mask({place}, {json.dumps(words)}) ?? [])")
            assert found == [int(holds(row[place])) for row in rows], f"the rows with {name} {words}"
    assert True not in kinds or browser.value(f"grundy.rows.mask({kinds.index(True)}, 'x') === null")
    # Sort and filter as a reader does: a click on a head, words below it.
    numbers = [place for place, kind in enumerate(kinds) if kind]
    place = numbers[-1]
    head_of = f"document.querySelector('#table .tabulator-col[tabulator-field=\"{place}\"]')"
    browser.value(f"{head_of}.scrollIntoView({{ block: 'center' }})")
    browser.value(f"{head_of}.querySelector('.tabulator-col-title').click()")
    browser.wait(f"JSON.parse(grundy.view.sort || '[]')[0]?.field === '{place}'")
    least = min(int(row[place]) for row in rows if row[place])
    browser.wait(f"grundy.table.getData()[0]?.[{place}] === '{least}'")
    shown = browser.value(CELLS.format(""))
    assert shown[place] == str(least), shown[:len(head)]
    wanted = rows[len(rows) // 2][0]
    browser.value(
        "(() => { const input = document.querySelector('#table .tabulator-col[tabulator-field=\"0\"] input');"
        f" input.value = {json.dumps('=' + wanted)}; input.dispatchEvent(new Event('input', {{ bubbles: true }}));"
        " input.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, key: 'x' })); })()")
    same = sum(row[0] == wanted for row in rows)
    browser.wait(f"grundy.view.shown.length === {same}")
    assert browser.value("grundy.table.getData()[0][0]") == wanted
    told = browser.value("document.querySelector('#explorer .bar .told').textContent")
    assert f"{same:,}" in told, told
    browser.value("grundy.table.clearHeaderFilter()")
    browser.wait(f"grundy.view.shown.length === {len(rows)}")
    axes = browser.value("grundy.chart && [grundy.chart.choice.x.place, grundy.chart.choice.y.place]")
    drawn = [row for row in range(len(rows)) if axes and all(rows[row][place] for place in axes)]
    if drawn:
        point_at(browser, drawn[-1])
    if pictures:
        for width in (1200, 400):
            for scheme in ("light", "dark"):
                browser.see(pictures / f"{path.parent.name}-{width}-{scheme}.png", width, scheme)
        browser.see(pictures / f"{path.parent.name}-1200-light.png", 1200, "light")
        printed = browser.ask("Page.printToPDF", printBackground=True)
        (pictures / f"{path.parent.name}.pdf").write_bytes(base64.b64decode(printed["data"]))
    troubles = browser.troubles(page)
    assert not troubles, "\n".join(troubles)
    print(f"{path}: {len(rows)} rows, {len(head)} columns, shown after {took:.1f} s; sorts, filters, finds; no request")


def main():
    arguments = sys.argv[1:]
    pictures = None
    if arguments[:1] == ["--pictures"]:
        pictures, arguments = pathlib.Path(arguments[1]), arguments[2:]
        pictures.mkdir(parents=True, exist_ok=True)
    path = chromium()
    if path is None:
        print("No Chromium: the pages of the format html are not opened in a browser (Debian: chromium).", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        pages = [pathlib.Path(page) for page in arguments]
        if not pages:
            built = [ROOT / "target" / kind / "grundy" for kind in ("release", "debug")]
            program = os.environ.get("GRUNDY") or next((str(one) for one in built if one.exists()), None)
            if program is None:
                sys.exit("build grundy first: cargo build --release")
            for config in CONFIGS:
                out = folder / pathlib.Path(config).stem
                subprocess.run([program, "run", ROOT / config, "--out", out, "--progress", "never"], check=True)
                pages.append(out / "report.html")
        browser = Browser(path, folder / "profile")
        try:
            for page in pages:
                check(browser, page, pictures)
        finally:
            browser.end()


main()
