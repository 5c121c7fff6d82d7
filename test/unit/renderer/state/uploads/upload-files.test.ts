import { expect, test } from 'vitest';
import { byteRate } from '../../../../../renderer/state/uploads/byte-rate.ts';
import { countFiles, type UploadFile } from '../../../../../renderer/state/uploads/upload-file.ts';

const file = (id: number, state: UploadFile['state'], sentBytes = 0): UploadFile => ({
  id,
  path: `${id}.bin`,
  sizeBytes: 100,
  isReadable: true,
  sentBytes,
  state,
  sentence: null,
});

test('a batch counts its files by state, and no bytes of cancelled or skipped ones', () => {
  const files = [
    file(1, 'sent', 100),
    file(2, 'sending', 40),
    file(3, 'failed', 10),
    file(4, 'cancelled', 90),
    file(5, 'skipped'),
  ];
  expect(countFiles(files)).toEqual({
    waiting: 0,
    sending: 1,
    sent: 1,
    skipped: 1,
    failed: 1,
    cancelled: 1,
    bytes: 300,
    sentBytes: 150,
  });
});

test('the rate is that of the last five seconds, and unknown in the first one', () => {
  let nowMs = 0;
  const rate = byteRate(() => nowMs);
  rate.add(1_000);
  expect(rate.perSecond()).toBe(0);
  nowMs = 2_000;
  rate.add(3_000);
  expect(rate.perSecond()).toBe(2_000);
  nowMs = 6_000;
  rate.add(500);
  expect(rate.perSecond()).toBe(700);
});
