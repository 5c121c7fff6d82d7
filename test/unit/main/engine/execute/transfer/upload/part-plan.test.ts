import { expect, test } from 'vitest';
import { matchParts, planParts } from '../../../../../../../main/engine/execute/transfer/upload/part-plan.ts';
import { sha1 } from '../../../../../../../main/engine/model/ids.ts';
import type { UploadedPart } from '../../../../../../../main/engine/ports/remote/remote.ts';

const held = (offset: number, sizeBytes: number): UploadedPart => ({
  partId: `part${offset}`,
  offset,
  sizeBytes,
  sha1: sha1('a'.repeat(40)),
});

const split = (size: number, partSizeBytes: number) =>
  planParts(size, { partSizeBytes, totalParts: Math.ceil(size / partSizeBytes) });

test.each([
  { size: 0, part: 8, sizes: [] },
  { size: 1, part: 8, sizes: [1] },
  { size: 8, part: 8, sizes: [8] },
  { size: 9, part: 8, sizes: [8, 1] },
  { size: 24, part: 8, sizes: [8, 8, 8] },
])('a file of $size bytes in parts of $part is $sizes', ({ size, part, sizes }) => {
  const parts = split(size, part);
  expect(parts?.map((one) => one.sizeBytes)).toEqual(sizes);
  expect(parts?.map((one) => one.offset)).toEqual(sizes.map((_, index) => index * part));
});

test('a size that is no size is a fault of the caller', () => {
  expect(() => split(-1, 8)).toThrow(RangeError);
  expect(() => split(1.5, 8)).toThrow(RangeError);
});

test.each([
  ['of no bytes', { partSizeBytes: 0, totalParts: 1 }],
  ['of one byte each, for a large file', { partSizeBytes: 1, totalParts: 21_000_000 }],
  ['that are too few', { partSizeBytes: 8_388_608, totalParts: 2 }],
  ['that are too many', { partSizeBytes: 8_388_608, totalParts: 4 }],
  ['larger than memory', { partSizeBytes: 2 ** 40, totalParts: 1 }],
])('a session with parts %s has no plan', (_title, session) => {
  expect(planParts(21_000_000, session)).toBeNull();
});

test('[E110] the service list says which parts need not be sent again, in whatever order it comes', () => {
  const states = matchParts(split(20, 8) ?? [], [held(16, 4), held(0, 8)]);
  expect(states?.map((state) => state.held?.offset ?? null)).toEqual([0, null, 16]);
});

test.each([
  ['starts between two parts', [held(4, 8)]],
  ['has another length', [held(16, 8)]],
  ['lies behind the end', [held(24, 8)]],
  ['is there twice', [held(0, 8), held(0, 8)]],
])('a session is of no use when a part %s', (_title, listed) => {
  expect(matchParts(split(20, 8) ?? [], listed)).toBeNull();
});
