/** Files of tests as people write them, one for each way to declare tests. */
export const jest = `import { describe, expect, it } from 'vitest';
import { total, round } from '../src/totals.js';

describe('totals', () => {
  it('adds the items of a cart', () => {
    const cart = [{ price: 1.5, count: 2 }, { price: 3, count: 1 }];
    expect(total(cart)).toBe(6);
    expect(total([])).toBe(0);
  });

  it('rounds half a cent up', () => {
    expect(round(1.005)).toBe(1.01);
    expect(round(2.675)).toBe(2.68);
  });

  // it('is not a test', () => { expect(1).toBe(2) });
  it("refuses what isn't a number (see \`round\`)", () => {
    expect(() => round('x')).toThrow('not a number');
  });
});
`;

export const nodeTest = `import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from '../parse.js';

test('reads a pair', () => {
  assert.deepEqual(parse('a=1'), { a: '1' });
});

test('keeps the last of two', async (t) => {
  await t.test('with a semicolon', () => {
    assert.equal(parse('a=1;a=2').a, '2');
  });
  assert.equal(parse('a=1&a=2').a, '2');
});
`;

export const pytest = `import pytest
from shop.totals import total, round_cents


@pytest.fixture
def cart():
    return [(1.5, 2), (3, 1)]


class TestTotals:
    """def test_inside_a_string(): assert False"""

    def test_adds(self, cart):
        assert total(cart) == 6
        assert total([]) == 0

    @pytest.mark.parametrize(
        "given, expected",
        [
            (1.005, 1.01),
            (2.675, 2.68),
            (0.0, 0.0),
        ],
    )
    def test_rounds(self, given, expected):
        assert round_cents(given) == expected


def test_refuses_words():
    text = """
def test_planted():
    pass
"""
    with pytest.raises(TypeError):
        round_cents(text)
`;

export const unittest = `import unittest
from shop import cart


class CartTest(unittest.TestCase):
    def setUp(self):
        self.cart = cart.Cart()

    def test_empty(self):
        self.assertEqual(self.cart.total(), 0)
        self.assertIsNone(self.cart.last)

    def test_add(self):
        self.cart.add('tea', 3)
        self.assertEqual(self.cart.total(), 3)
        self.assertAlmostEqual(self.cart.tax(), 0.57, places=7)
`;

export const go = `package totals

import "testing"

func TestTotal(t *testing.T) {
	tests := []struct {
		name string
		in   []int
		want int
	}{
		{"empty", nil, 0},
		{"one", []int{1}, 1},
		{"two", []int{1, 2}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Total(tt.in); got != tt.want {
				t.Errorf("Total(%v) = %d, want %d", tt.in, got, tt.want)
			}
		})
	}
}

func TestRound(t *testing.T) {
	if Round(1.5) != 2 {
		t.Fatal("does not round half up")
	}
}
`;

export const rust = `pub fn add(a: i32, b: i32) -> i32 {
    a + b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
    }

    #[test]
    fn adds_negative() {
        let c = 'x';
        assert_eq!(add(-1, -2), -3, "negative {c}");
        assert!(add(-1, 1) == 0);
    }
}
`;

export const junit = `package shop;

import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.*;

class TotalsTest {
    @Test
    void adds() {
        assertEquals(6, Totals.total(1, 2, 3));
        assertTrue(Totals.total() == 0);
    }

    @Test
    @DisplayName("rounds half up")
    void rounds() throws Exception {
        assertEquals(2, Totals.round(1.5));
    }
}
`;

export const xunit = `using Xunit;

public class TotalsTests
{
    [Fact]
    public void Adds()
    {
        Assert.Equal(6, Totals.Total(1, 2, 3));
    }

    [Theory]
    [InlineData(1.005, 1.01)]
    [InlineData(2.675, 2.68)]
    public void Rounds(double given, double expected)
    {
        Assert.Equal(expected, Totals.Round(given));
    }
}
`;

export const rspec = `require 'spec_helper'

RSpec.describe Totals do
  context 'with items' do
    it 'adds them' do
      expect(Totals.new([1, 2]).sum).to eq(3)
    end

    it 'rounds half up' do
      expect(Totals.round(1.5)).to eq(2)
    end
  end
end
`;

export const phpunit = `<?php
use PHPUnit\\Framework\\TestCase;

final class TotalsTest extends TestCase
{
    public function testAdds(): void
    {
        $this->assertSame(6, total([1, 2, 3]));
    }

    public function testRounds(): void
    {
        $this->assertSame(2, roundHalfUp(1.5));
    }
}
`;

export const googletest = `#include <gtest/gtest.h>
#include "totals.h"

TEST(Totals, Adds) {
  EXPECT_EQ(6, total({1, 2, 3}));
}

TEST_F(Fixture, Rounds) {
  EXPECT_NEAR(1.01, round_cents(1.005), 1e-9);
}
`;

export const xctest = `import XCTest

final class TotalsTests: XCTestCase {
    func testAdds() {
        XCTAssertEqual(total([1, 2, 3]), 6)
    }

    func testRounds() throws {
        XCTAssertEqual(roundHalfUp(1.5), 2)
    }
}
`;

export const exunit = `defmodule TotalsTest do
  use ExUnit.Case

  describe "total" do
    test "adds" do
      assert Totals.total([1, 2]) == 3
    end

    test "rounds" do
      assert Totals.round(1.5) == 2
    end
  end
end
`;

export const bats = `#!/usr/bin/env bats

@test "adds" {
  run ./total 1 2
  [ "$output" = "3" ]
}

@test "says how to use it" {
  run ./total
  [ "$status" -eq 2 ]
}
`;
