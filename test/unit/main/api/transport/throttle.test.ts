import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Throttle, throttledDownload, throttledUpload } from '../../../../../main/api/transport/throttle.ts';
import { collect } from '../../../../support/collect.ts';

/** Records requested bytes; `limited` says whether there is a limit. */
function open(limited: { up: boolean; down: boolean }) {
  const taken: [string, number][] = [];
  const throttle: Throttle = {
    isLimited: (direction) => limited[direction],
    take: async (direction, bytes) => void taken.push([direction, bytes]),
    enter: async () => () => undefined,
  };
  return { throttle, taken, limited };
}

async function gather(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.concat(await collect(body));
}

const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));
const large = Buffer.concat(Array.from({ length: 20 }, () => bytes));

test('without a limit a body in memory goes as it is', () => {
  const { throttle } = open({ up: false, down: true });
  expect(throttledUpload(throttle, bytes, undefined)).toBe(bytes);
});

test.each([
  ['in memory', () => large],
  ['a form around it', () => Readable.from([large.subarray(0, 10), large.subarray(10)])],
])('a large body goes in pieces without a limit, so that each restarts the timeout: %s', async (_, source) => {
  const { throttle } = open({ up: false, down: false });
  const body = throttledUpload(throttle, source(), undefined);
  const pieces = body instanceof Uint8Array ? [body] : await collect(body);
  expect(Buffer.concat(pieces)).toEqual(large);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
});

test('[P76] with a limit it goes in small pieces, each asked for, and arrives as it was', async () => {
  const { throttle, taken } = open({ up: true, down: false });
  expect(await gather(throttledUpload(throttle, bytes, undefined))).toEqual(bytes);
  expect(taken).toEqual([
    ['up', 16_384],
    ['up', 16_384],
    ['up', 7_232],
  ]);
});

test('[P76] a limit that comes while a file is on its way holds for the rest of it', async () => {
  const { throttle, taken, limited } = open({ up: false, down: false });
  const source = async function* () {
    yield bytes;
    limited.down = true;
    yield bytes;
  };
  expect(await gather(throttledDownload(throttle, source(), undefined))).toEqual(Buffer.concat([bytes, bytes]));
  expect(taken.reduce((sum, [, count]) => sum + count, 0)).toBe(bytes.length);
});

test('[P76] a limit that ends while a piece is on its way lets the rest through, each byte once', async () => {
  const { throttle, taken, limited } = open({ up: false, down: true });
  const ending: Throttle = {
    ...throttle,
    take: async (...asked) => {
      await throttle.take(...asked);
      limited.down = false;
    },
  };
  const source = async function* () {
    yield bytes;
  };
  expect(await gather(throttledDownload(ending, source(), undefined))).toEqual(bytes);
  expect(taken).toEqual([['down', 16_384]]);
});

test('[P76] a transfer that is cancelled while it waits for its turn stops waiting', async () => {
  const { throttle } = open({ up: true, down: true });
  const { signal } = new AbortController();
  const waited: unknown[] = [];
  const noting: Throttle = { ...throttle, take: async (_direction, _bytes, until) => void waited.push(until) };
  await gather(throttledUpload(noting, bytes, signal));
  await gather(
    throttledDownload(
      noting,
      (async function* () {
        yield bytes;
      })(),
      signal,
    ),
  );
  expect(waited).toHaveLength(6);
  expect(waited.every((until) => until === signal)).toBe(true);
});

test.each([false, true])('progress is reported per sent piece, with a limit or without (%s)', async (up) => {
  const { throttle } = open({ up, down: false });
  const told: number[] = [];
  const body = throttledUpload(throttle, large, undefined, (sent) => told.push(sent));
  const pieces = body instanceof Uint8Array ? [] : await collect(body);
  expect(Buffer.concat(pieces)).toEqual(large);
  const ends = pieces.map((_, index) => pieces.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0));
  expect(pieces.length).toBeGreaterThan(2);
  expect(told).toEqual([0, ...ends]);
});
