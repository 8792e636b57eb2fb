"""Calls: the interpreter's lock, Ctrl-C, threads, progress, limits, silence."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy
import pytest

import grundy

#: Nobody knows its period.
LONG = "octal:0.6"


def script(text, *, kill_after=None, cwd=None):
    """Runs a script, which Ctrl-C stops once it says that it begins; what it printed, and how long it took after that."""
    process = subprocess.Popen(
        [sys.executable, "-c", "import grundy\n" + textwrap.dedent(text)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    )
    begun = time.monotonic()
    if kill_after is not None:
        assert process.stdout.readline() == "begins\n"
        time.sleep(kill_after)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
    out, words = process.communicate(timeout=60)
    return process.returncode, out, words, time.monotonic() - begun


def test_ctrl_c_stops_long_work():
    text = f"""
    print("begins", flush=True)
    try:
        grundy.values({LONG!r}, max=10**9)
    except KeyboardInterrupt:
        print("stopped")
    print(grundy.values("kayles", max=3).tolist())
    """
    code, out, words, seconds = script(text, kill_after=0.7)
    assert (code, out) == (0, "stopped\n[0, 1, 2, 3]\n"), words
    assert seconds < 5


def test_ctrl_c_stops_a_function_that_never_ends():
    text = """
    def options(n):
        while n == 5:
            pass
        return range(n)
    print("begins", flush=True)
    try:
        grundy.Game(options).values(max=9)
    except KeyboardInterrupt:
        print("stopped")
    """
    code, out, words, seconds = script(text, kill_after=0.5)
    assert (code, out) == (0, "stopped\n"), words
    assert seconds < 5


def test_ctrl_c_stops_a_search_that_asks():
    text = """
    print("begins", flush=True)
    try:
        grundy.Game(lambda n: [n + 1]).values(max=1)
    except KeyboardInterrupt:
        print("stopped")
    """
    code, out, words, seconds = script(text, kill_after=0.5)
    assert (code, out) == (0, "stopped\n"), words
    assert seconds < 5


def test_a_run_that_ctrl_c_stopped_goes_on(tmp_path):
    config = f'[game]\ncode = "{LONG}"\n[range]\nmax = 15_000_000\n[output]\nformats = ["npy"]\n'
    (tmp_path / "long.toml").write_text(config)
    text = """
    print("begins", flush=True)
    try:
        grundy.run("long.toml", out="out")
    except KeyboardInterrupt as stop:
        print(stop)
    else:
        print("was too quick")
    """
    code, out, words, _ = script(text, kill_after=1.0, cwd=tmp_path)
    assert code == 0, words
    assert out == "stopped; progress is saved. Run the same command again to resume.\n"
    assert not (tmp_path / "out/values.npy").exists()
    run = grundy.run(tmp_path / "long.toml", out=tmp_path / "out")
    assert any("resuming from the checkpoint" in note for note in run.notes), run.notes
    assert (run["values.npy"] == grundy.values(LONG, max=15_000_000)).all()


def test_long_work_releases_the_lock():
    ticks, done = 0, threading.Event()

    def work():
        grundy.values(LONG, max=2_000_000, progress=False)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    begun = time.monotonic()
    while not done.is_set():
        time.sleep(0.001)
        ticks += 1
    thread.join()
    seconds = time.monotonic() - begun
    assert ticks > 50 * seconds, (ticks, seconds)


def test_many_calls_at_once():
    codes = ["kayles", "octal:0.07", "nim:3", "wythoff", "subtraction:2,5,7", "grundys-game"] * 8
    ranges = {"nim:3": 20, "wythoff": 100}
    one = lambda code: grundy.values(code, max=ranges.get(code, 20_000), progress=False)
    expected = {code: one(code).tolist() for code in set(codes)}
    with ThreadPoolExecutor(8) as pool:
        for code, found in zip(codes, pool.map(one, codes)):
            assert found.tolist() == expected[code]


def test_threads_do_not_change_values():
    for threads in (1, 2, 3):
        assert (grundy.values(LONG, max=100_000, threads=threads) == grundy.values(LONG, max=100_000)).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_process_that_was_forked_works():
    grundy.values("nim:3", max=30)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(total, ["nim:3", "wythoff"]).get(timeout=60) == [total("nim:3"), total("wythoff")]


def total(code):
    return int(grundy.values(code, max=30).sum())


def test_progress_is_told_and_may_stop_the_work():
    told = []
    grundy.values(LONG, max=1_500_000, progress=lambda **about: told.append(about))
    phases = {about["phase"] for about in told}
    assert phases and all(set(about) == {"phase", "done", "total"} for about in told)

    class Enough(Exception):
        pass

    def stop(**about):
        raise Enough

    with pytest.raises(Enough):
        grundy.values(LONG, max=10**8, progress=stop)


def test_nothing_is_printed_unasked(capfd):
    grundy.values("octal:0.79", max=100)
    grundy.period("octal:0.07")
    grundy.position("nim:3", (1, 2, 4))
    grundy.families()
    grundy.Game(lambda n: range(n)).values(max=20)
    assert capfd.readouterr() == ("", "")


def test_a_bar_of_tqdm_is_shown_after_a_second(capfd, monkeypatch):
    pytest.importorskip("tqdm")
    monkeypatch.setattr("grundy._progress.PATIENCE", 0.0)
    grundy.values(LONG, max=1_500_000)
    assert "%" in capfd.readouterr().err
    grundy.values(LONG, max=1_500_000, progress=False)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("memory", ["1 MiB", 2**20])
def test_memory_is_limited(memory):
    with pytest.raises(grundy.LimitError) as raised:
        grundy.values("nim:3", max=1000, memory=memory)
    assert "`memory` in [solve] allows 1.0 MiB" in str(raised.value)
    with pytest.raises(grundy.LimitError):
        grundy.values("kayles", max=10**7, memory="5 MiB")


@pytest.mark.parametrize(
    "wrong",
    [
        dict(max=-1),
        dict(max=1.5),
        dict(max=2**63),
        dict(max="1e999"),
        dict(max="many"),
        dict(max=float("nan")),
        dict(max=float("inf")),
        dict(max=""),
        dict(max=["9", "x"]),
        dict(max=9, play="strange"),
        dict(max=9, value="strange"),
        dict(max=9, memory="much"),
        dict(max=9, threads=0),
        dict(max=9, kernel="strange"),
        dict(),
    ],
)
def test_wrong_arguments_are_config_errors(wrong):
    with pytest.raises(grundy.ConfigError):
        grundy.values("kayles", **wrong)


def test_a_range_may_be_a_text():
    assert len(grundy.values("kayles", max="1e3")) == len(grundy.values("kayles", max=1e3)) == 1001
    assert grundy.values("nim:2", max=["2**2", 10]).shape == (5, 11)
    assert grundy.period("kayles", max="10^3").max == grundy.period("kayles", max="1_000").max == 1000
    assert grundy.check("kayles", "g(n) < 8", max="1e2").checked == 101
    assert grundy.count("kayles", "g(n) < 8", max="1e2").looked_at == 101
    assert grundy.compare("nim:1", "kayles", max="20").differs_at == 4
    assert grundy.guess("nim:1", max="200")[0].to_dict() == grundy.guess("nim:1", max=200)[0].to_dict()
    assert grundy.misere("kayles", max="9").to_dict() == grundy.misere("kayles", max=9).to_dict()
    assert grundy.sweep("nim:{a}", {"a": [1]}, max="1e1", frame="dict")["max"] == [10]


def test_a_conjecture_over_a_sweep():
    asked = dict(over={"a": "1..=6", "b": "a+1..=6"}, max="1e3", frame="dict")
    assert len(grundy.sweep("subtraction:{a},{b}", holds="period <= a + b + 1", **asked)["a"]) == 15
    with pytest.raises(grundy.ChecksFailed) as raised:
        grundy.sweep("subtraction:{a},{b}", holds="row(a = a + 1).period == period", **asked)
    assert "conjecture claim: refuted at a=1,b=3" in str(raised.value)
    assert raised.value.table == grundy.sweep("subtraction:{a},{b}", **asked)
    with pytest.raises(grundy.ConfigError) as raised:
        grundy.sweep("subtraction:{a},{b}", holds="perod == 1", **asked)
    assert "perod" in str(raised.value)
    frame = grundy.sweep("subtraction:{a}", {"a": [1, 2]}, holds="period == 2 * a", max=99, frame="pandas")
    assert frame.attrs["grundy"]["conjectures"][0]["name"] == "claim"


def test_the_command_line():
    def call(*words):
        done = subprocess.run([sys.executable, "-m", "grundy", *words], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    assert call("values", "kayles", "--max", "2") == (0, "n,value\n0,0\n1,1\n2,2\n", "")
    code, out, words = call("check", "kayles", "g(n) < 8", "--max", "99")
    assert code == 1 and "refuted" in out
    code, out, words = call("values", "octel:0.77", "--max", "2")
    assert (code, out) == (2, "") and "did you mean `octal`?" in words
    code, out, words = call()
    assert code == 2 and "Usage: grundy" in words
    assert call("--version")[1] == f"grundy {grundy.__version__}\n"


def test_ctrl_c_stops_the_command_line():
    words = [sys.executable, "-m", "grundy", "values", LONG, "--max", "100000000", "--max-rows", "1e9"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130, told


def test_arrays_are_as_wide_as_needed():
    assert grundy.values("kayles", max=10).dtype == numpy.uint8
    assert grundy.values("nim:1", max=256).dtype == numpy.uint16
    wide = grundy.values("nim:1", max=70_000)
    assert wide.dtype == numpy.uint32 and (wide == numpy.arange(70_001)).all()
    assert wide.flags.writeable and wide.flags.c_contiguous


def test_checks_that_fail_are_errors_with_results(tmp_path):
    config = '[game]\ncode = "kayles"\n[range]\nmax = 99\n[expect]\nperiod = 13\n[output]\nformats = ["csv"]\n'
    (tmp_path / "a.toml").write_text(config)
    with pytest.raises(grundy.ChecksFailed) as raised:
        grundy.run(tmp_path / "a.toml", out=tmp_path / "a")
    assert "values.csv" in raised.value.run.files
    with pytest.raises(grundy.FileError):
        grundy.run(tmp_path / "b.toml")
    with pytest.raises(grundy.ConfigError) as raised:
        grundy.check("kayles", "g(m) == 1", max=9)
    assert "holds:1:3" in str(raised.value) and "^" in raised.value.picture


def test_check_keeps_the_most_extreme_counterexamples():
    largest = grundy.check("kayles", "g(n) < 8", max=99, largest="n")
    places = list(largest.counterexamples()["n"])
    values = grundy.values("kayles", max=99)
    assert places == sorted((n for n in range(100) if values[n] >= 8), reverse=True)
    smallest = grundy.check("kayles", "g(n) < 8", max=99, smallest="n")
    assert list(smallest.counterexamples()["n"]) == places[::-1]
    with pytest.raises(grundy.ConfigError):
        grundy.check("kayles", "g(n) < 8", max=99, largest="n", smallest="n")


def test_whole_numbers_of_other_libraries_will_do(tmp_path):
    class Integer:
        """As those of Sage: no `int`, but a whole number."""

        def __init__(self, number):
            self.number = number

        def __index__(self):
            return self.number

        def __str__(self):
            return str(self.number)

    n = Integer
    assert len(grundy.values("kayles", max=n(9), memory=n(2**26), threads=n(2))) == 10
    assert grundy.values("kayles", max=numpy.int64(9)).size == 10
    assert grundy.position("nim:2", (n(1), n(2)), moves=n(1)).grundy == 3
    assert grundy.Game(lambda k: [n(k - 1)] if k else []).values(max=n(3)).tolist() == [0, 1, 0, 1]
    assert grundy.sweep("nim:{a}", {"a": [n(1), n(2)]}, max=n(3), frame="dict")["a"] == [1, 2]
