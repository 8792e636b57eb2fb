"""Nothing wraps round, and parts of arrays, copies and pickles know what they are."""

import copy
import pickle

import hypothesis.strategies as some
import numpy
import pytest
from hypothesis import given, settings

import grundy

#: As small as they come, with values up to 9.
KAYLES = grundy.values("kayles", max=60)
EXACT = KAYLES.tolist()


@pytest.mark.parametrize(
    "compute",
    [
        lambda v: v * 40,
        lambda v: 40 * v,
        lambda v: v - 5,
        lambda v: 3 - v,
        lambda v: -v,
        lambda v: ~v,
        lambda v: v**8,
        lambda v: 1 << v,
        lambda v: v ^ 300,
        lambda v: v * numpy.int64(40),
        lambda v: numpy.add(v, v) * 200,
        lambda v: numpy.subtract(v, 100),
        lambda v: numpy.multiply(v, numpy.full(len(v), 200, dtype=numpy.uint8)),
        lambda v: numpy.diff(v),
        lambda v: numpy.ediff1d(v),
        lambda v: numpy.cumsum(v),
        lambda v: v[2:] * 100 - v[:-2],
        lambda v: numpy.square(v) ** 2,
    ],
)
def test_results_are_those_of_whole_numbers(compute):
    found, expected = compute(KAYLES), compute(numpy.array(EXACT, dtype=object))
    assert type(found) is numpy.ndarray and found.dtype == numpy.int64
    assert found.tolist() == list(expected)


@given(some.lists(some.integers(0, 255), min_size=1, max_size=9), some.integers(-(2**40), 2**40))
@settings(deadline=None, print_blob=True)
def test_arithmetic_with_numbers(numbers, other):
    values = numpy.array(numbers, dtype=numpy.uint8).view(grundy.Values)
    assert (values + other).tolist() == [one + other for one in numbers]
    assert (values * other).tolist() == [one * other for one in numbers]
    assert (other - values).tolist() == [other - one for one in numbers]
    assert values.dot(values) == numpy.inner(values, values) == sum(one * one for one in numbers)
    assert numpy.convolve(values, values)[len(numbers) - 1] == sum(map(int.__mul__, numbers, numbers[::-1]))
    assert numpy.outer(values, values).max() == max(numbers) ** 2
    assert values @ values == values.dot(values)
    assert values.sum() == sum(numbers) and values.sum() - 10**6 < 0
    assert values.max() - 256 < 0 and numpy.max(values) == max(numbers)
    assert values.cumsum().tolist()[-1] == sum(numbers)
    assert numpy.bitwise_xor.reduce(values) >= 0
    assert abs(values.mean() - sum(numbers) / len(numbers)) < 1e-9 and values.std() >= 0


def test_single_values_are_numbers_of_python():
    table = grundy.values("nim:2", max=5)
    singles = [KAYLES[3], KAYLES[numpy.int64(3)], table[1, 2], table[1][2], KAYLES.sum(), KAYLES.max(), KAYLES.prod()]
    singles += [*KAYLES[:2], KAYLES.item(3), numpy.sum(KAYLES), min(KAYLES), numpy.dot(KAYLES, KAYLES)]
    assert {type(one) for one in singles} == {int}
    assert KAYLES[11] - 300 == EXACT[11] - 300
    assert (KAYLES == 3).dtype == bool and bool((KAYLES >= 0).all())
    assert numpy.where(KAYLES > 3, KAYLES, -1).min() == -1


def test_arrays_change_in_place_only_as_far_as_numbers_fit():
    values = KAYLES.copy()
    same = values
    values += 1
    values[3:] *= 2
    assert values is same and values.dtype == numpy.uint8 and values.game == "octal:0.77"
    assert values.tolist()[:5] == [1, 2, 3, 8, 4]
    before = values.tolist()
    for change in (
        lambda: operate(values, "__imul__", 40),
        lambda: operate(values, "__isub__", 3),
        lambda: operate(values[2:], "__iadd__", 250),
        lambda: numpy.multiply(values, 40, out=values),
        lambda: numpy.subtract.at(values, [0], 9),
        lambda: values.__setitem__(slice(0, 2), [1, 256]),
        lambda: values.__setitem__(0, -1),
    ):
        with pytest.raises(OverflowError):
            change()
    assert values.tolist() == before
    numpy.add.at(values, [0, 0], 9)
    assert values[0] == 19
    with pytest.raises(TypeError):
        values /= 2


def operate(values, name, other):
    return getattr(values, name)(other)


def test_numbers_beyond_64_bits_are_refused_but_objects_are_not():
    big = grundy.values("nim:1", max=300)
    for compute in (lambda v: v**9, lambda v: 2**v, lambda v: 1 << v, lambda v: v[1:].prod(), lambda v: v[1:].cumprod()):
        with pytest.raises(OverflowError):
            compute(big)
    exact = big.astype(object)
    assert exact.game == "nim:1" and (2**exact)[300] == 2**300
    assert (big * 2**50).max() == 300 * 2**50


def test_parts_know_their_labels():
    part = KAYLES[20:40]
    assert (type(part), part.game, part.play, part.value) == (grundy.Values, "octal:0.77", "normal", "grundy")
    assert part.first == 20 and part.label(1) == 21 and part[5:].first == 25 and part.labels is None
    gaps = part[1::2]
    assert gaps.first is None and gaps.labels.tolist() == [[n] for n in range(21, 40, 2)] and gaps.label(-1) == 39
    zeros = KAYLES[KAYLES == 0]
    assert zeros.labels.ravel().tolist() == [n for n, value in enumerate(EXACT) if value == 0]
    assert KAYLES[[7, 3]].label(0) == 7 and KAYLES[::-1].label(0) == 60
    assert KAYLES[numpy.array([7, 3])][1:].label(0) == 3
    assert part.copy().first == part.astype(float).first == copy.deepcopy(part).first == copy.copy(part).first == 20
    assert "from n = 20 on: 1, 4, 6, " in part._repr_html_() and "<td>21</td>" in gaps._repr_html_()
    with pytest.raises(IndexError):
        part.label(1, 2)


def test_parts_of_boxes_know_their_labels():
    box = grundy.values("wythoff", max=[7, 9])
    assert box.first is None and box.labels is None and box.label(3, 4) == (3, 4)
    part = box[2:5, 3:]
    assert part.label(1, 2) == (3, 5) and part[..., 1:].label(0, 0) == (2, 4) and part[1].label(0) == (3, 3)
    assert part[1].labels.tolist() == [[3, n] for n in range(3, 10)] and part[:, 0].labels[:, 0].tolist() == [2, 3, 4]
    assert part[1, 2] == box[3, 5]
    places = box[box == 0].labels.tolist()
    assert places == [[a, b] for a in range(8) for b in range(10) if box[a, b] == 0] and [1, 2] in places
    assert "<th>3</th>" in part._repr_html_() and "<td>2</td>" in part._repr_html_()
    for moved in (box.T, box.reshape(-1), box[None], box[[1, 2]]):
        assert moved._places.along is None, "labels that are not known are not told"


def test_named_and_other_positions_keep_their_labels():
    named = grundy.values("graph:configs/graph/diamond.csv")
    assert named.label(1) == named.names[1] and named[1:].names == named.names[1:]
    assert named[named >= 0].names == named.names
    few = grundy.values("custom", positions="a <= b", moves=["a, b -> a - 1, b when a > 0"], max=3)
    assert few.labels.tolist() == [[a, b] for a in range(4) for b in range(a, 4)]
    assert few[2:4].labels.tolist() == few.labels[2:4].tolist() and few.label(1) == (0, 1)


@pytest.mark.parametrize("code", ["kayles", "wythoff", "graph:configs/graph/diamond.csv", "graph:configs/graph/ring.csv,loops=draw"])
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_are_the_same(code, protocol):
    asked = {} if code.startswith("graph") else {"max": 9}
    values = grundy.values(code, **asked)
    again = pickle.loads(pickle.dumps(values, protocol))
    assert type(again) is grundy.Values and again.dtype == values.dtype and (again == values).all()
    assert again.to_dict() == values.to_dict() and again._repr_html_() == values._repr_html_()
    assert again.label(*[1] * again.ndim) == values.label(*[1] * values.ndim)
