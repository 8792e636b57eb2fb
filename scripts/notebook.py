#!/usr/bin/env python3
"""Executes a notebook in an empty folder and compares what it shows with what is kept in it: notebook.py FILE [--write].

With --write the new outputs are kept. It needs nbclient, nbformat and ipykernel, and whatever the notebook imports.
"""

import pathlib
import sys
import tempfile

import nbformat
from nbclient import NotebookClient


def shown(notebook):
    """What each cell shows, but for what differs from run to run."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            yield cell.source, output.get("name"), output.get("text"), output.get("data")


def plain(cell):
    """A cell without what differs from run to run: the times of its execution."""
    cell.metadata.pop("execution", None)
    return cell


def main(path, write):
    kept = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(fresh, timeout=300, resources={"metadata": {"path": folder}}).execute()
    fresh.cells = [plain(cell) for cell in fresh.cells]
    fresh.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    if write:
        nbformat.write(fresh, path)
    elif list(shown(kept)) != list(shown(fresh)):
        for before, after in zip(shown(kept), shown(fresh)):
            if before != after:
                sys.exit(f"{path}: this cell shows something else now:\n{before[0]}\nkept: {before[1:]}\nnow: {after[1:]}")
        sys.exit(f"{path}: another number of outputs; scripts/notebook.py {path} --write keeps the new ones")
    print(f"{path}: {sum(cell.cell_type == 'code' for cell in fresh.cells)} cells, {len(list(shown(fresh)))} outputs")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), "--write" in sys.argv)
