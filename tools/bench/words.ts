import type { Spread } from './figures.ts';

// Figures as the table shows them: the median, and in brackets the least and the most.

export const milliseconds = ({ median, least, most }: Spread): string =>
  `${round(median)} ms (${round(least)}–${round(most)})`;

export const megabytes = ({ median, least, most }: Spread): string =>
  `${round(median / 1e6)} MB (${round(least / 1e6)}–${round(most / 1e6)})`;

export const times = ({ median, least, most }: Spread): string =>
  `${median.toFixed(2)}× (${least.toFixed(2)}–${most.toFixed(2)})`;

const round = (value: number): string => (value < 100 ? value.toFixed(1) : value.toFixed(0));
