import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../../../main/api/requests/retry-after.ts';

const DATE = 'Tue, 03 Mar 2026 12:00:00 GMT';

test.each([
  ['seconds', '9', undefined, 9_000],
  ['a date, against the date of the answer', 'Tue, 03 Mar 2026 12:01:00 GMT', DATE, 60_000],
  ['a date that has passed', 'Tue, 03 Mar 2026 11:59:00 GMT', DATE, 0],
  ['a date in an answer without one', 'Tue, 03 Mar 2026 12:01:00 GMT', undefined, null],
  ['more seconds than a day has', '999999', undefined, 86_400_000],
  ['a date after more than a day', 'Tue, 10 Mar 2026 12:00:00 GMT', DATE, 86_400_000],
  ['something else', 'soon', DATE, null],
  ['nothing', undefined, DATE, null],
])('the time to wait from %s', (_what, retryAfter, date, waitMs) => {
  expect(retryAfterMs({ 'retry-after': retryAfter, date })).toBe(waitMs);
});
