import type { ActionRuns } from './action-runs.ts';
import { figure, type Row, timedRow } from './rows.ts';

/** The Action's own path: what a user waits for between a comment and the model's first question. */
export function actionRows({ floor, product, bare, ignored }: ActionRuns): Row[] {
  const most = Math.max(...product.map(({ calls }) => calls.length));
  return [
    timedRow(
      'action: event to first request, wall',
      {
        ours: product.map(({ firstMilliseconds }) => firstMilliseconds),
        floor: floor.map(({ firstMilliseconds }) => firstMilliseconds),
      },
      2,
    ),
    timedRow(
      'action: event to first request, CPU',
      {
        ours: product.map(({ firstCpuMilliseconds }) => firstCpuMilliseconds),
        floor: floor.map(({ firstCpuMilliseconds }) => firstCpuMilliseconds),
      },
      null,
      'used',
    ),
    figure('action: calls to GitHub before the first request', most, '≤ 4', (count) => count <= 4),
    timedRow(
      'action: a comment that is not for us, to the exit',
      {
        ours: ignored.map(({ milliseconds }) => milliseconds),
        floor: bare.map(({ milliseconds }) => milliseconds),
      },
      null,
    ),
  ];
}
