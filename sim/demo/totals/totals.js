/** Sums line items in cents: `{ price, quantity, taxPercent }`. */
export function total(items) {
  let cents = 0;
  for (const { price, quantity, taxPercent = 0 } of items) {
    const net = price * quantity;
    cents += Math.floor(net * (1 + taxPercent / 100));
  }
  return cents;
}
