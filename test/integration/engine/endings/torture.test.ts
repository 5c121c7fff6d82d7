import { expect, test } from 'vitest';
import { torture } from '../../../torture/torture.ts';

/** Other tests take the processor meanwhile; how fast it is, `npm run torture` judges. */
const PATIENT_SECONDS = 420;

test('a minute of real tools, kills and cut lines on three clients loses nothing, shows nothing half, and ends equal', async () => {
  const report = await torture({
    minutes: 1,
    seed: 1,
    clients: 3,
    settleSeconds: PATIENT_SECONDS,
    say: () => undefined,
  });
  expect(report.violations).toEqual([]);
  expect(report.saved).toBeGreaterThan(100);
  expect(report.mischief.size).toBeGreaterThan(0);
}, 600_000);
