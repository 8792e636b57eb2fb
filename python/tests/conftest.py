"""The project's folder, in which file arguments of codes are found, and the program to compare with."""

import os
import pathlib
import subprocess

import pytest

PROJECT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(PROJECT)


@pytest.fixture(scope="session")
def grundy_program():
    """Calls the command line; its standard output."""
    program = os.environ.get("GRUNDY", str(PROJECT / "target/release/grundy"))
    if not os.path.exists(program):
        pytest.skip(f"there is no {program}: cargo build --release")

    def call(*arguments):
        done = subprocess.run([program, *arguments], cwd=PROJECT, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    return call
