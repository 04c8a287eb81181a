import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../totals.js';

test('adds up line items', () => {
  assert.equal(
    total([
      { price: 250, quantity: 2 },
      { price: 99, quantity: 1 },
    ]),
    599,
  );
});

test('rounds tax to the nearest cent', () => {
  assert.equal(total([{ price: 999, quantity: 1, taxPercent: 19 }]), 1189);
});
