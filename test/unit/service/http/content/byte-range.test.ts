import { describe, expect, test } from 'vitest';
import { readRange } from '../../../../../service/http/content/byte-range.ts';

const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } });

describe('[RFC 9110 14.2] readRange of a content of 10 bytes', () => {
  test.each([
    ['bytes=0-3', part(0, 3)],
    ['bytes=4-', part(4, 9)],
    ['bytes=-3', part(7, 9)],
    ['bytes=-100', part(0, 9)],
    ['bytes=8-100', part(8, 9)],
    ['BYTES = 0-0', part(0, 0)],
    ['bytes=10-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=0-1,4-5', { kind: 'whole' }],
    ['bytes=5-3', { kind: 'whole' }],
    ['lines=0-1', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['nonsense', { kind: 'whole' }],
    [undefined, { kind: 'whole' }],
  ])('%s', (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected);
  });

  test('nothing of an empty content can be had in ranges', () => {
    expect(readRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(readRange(undefined, 0)).toEqual({ kind: 'whole' });
  });
});
