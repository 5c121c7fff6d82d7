import { expect, test } from 'vitest';
import { formatBatchLimits, parseBatchLimits } from '../../../../contract/rules/batch-limits.ts';

test('the limits of a batch are read back as they were announced', () => {
  const limits = { files: 200, bytes: 4_194_304 };
  expect(parseBatchLimits(formatBatchLimits(limits))).toEqual(limits);
});

test.each([undefined, '', 'files=1', 'files=0, bytes=1', 'files=1, bytes=0', 'files=-1, bytes=1', 'files=x, bytes=1'])(
  '%j announces no batches',
  (header) => {
    expect(parseBatchLimits(header)).toBeNull();
  },
);
