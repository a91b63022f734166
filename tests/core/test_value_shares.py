"""A large weight on a tiny value: lengths, parts, and who adds most."""

import numpy as np

from core.value_shares import value_shares


def test_a_large_weight_on_a_tiny_value_adds_little():
    found = value_shares(np.array([0.75, 0.25]), np.array([[0.03, 0.04], [3.0, 4.0]]))
    np.testing.assert_allclose(found.lengths, [0.05, 5.0], atol=1e-12)
    np.testing.assert_allclose(found.parts, [0.0375, 1.25], atol=1e-12)
    assert (found.heaviest, found.adds_most, found.differ) == (0, 1, True)


def test_parts_are_the_lengths_of_the_terms_of_the_output():
    random = np.random.default_rng(3)
    weights, value = random.dirichlet(np.ones(4)), random.normal(size=(4, 3))
    terms = weights[:, None] * value
    found = value_shares(weights, value)
    np.testing.assert_allclose(found.parts, np.linalg.norm(terms, axis=1), atol=1e-12)
    np.testing.assert_allclose(terms.sum(axis=0), weights @ value, atol=1e-12)


def test_ties_go_to_the_first_and_nothing_adds_nothing():
    tied = value_shares(np.array([0.5, 0.5]), np.eye(2))
    assert (tied.heaviest, tied.adds_most, tied.differ) == (0, 0, False)
    none = value_shares(np.zeros(2), np.eye(2))
    assert none.heaviest is None and not none.differ
    broken = value_shares(np.array([np.nan, 1.0]), np.eye(2))
    assert broken.heaviest is None and np.isnan(broken.parts[0])
