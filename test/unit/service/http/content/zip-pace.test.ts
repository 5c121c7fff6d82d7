import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { zipStream } from '../../../../../service/http/content/zip-bytes.ts';
import { fileOf, runOf } from '../../../../support/files/zip-run.ts';

const chunkBytes = 64 * 1024;
const chunks = 40;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes a chunk every ten seconds. Returns the bytes taken. */
async function takeSlowly(windowBytes: number): Promise<number> {
  const content = Readable.from(Array.from({ length: chunks }, () => Buffer.alloc(chunkBytes)));
  const stream = zipStream(runOf(fileOf('a.bin', content, chunks * chunkBytes)), { windowMs: 60_000, windowBytes });
  let taken = 0;
  for await (const chunk of stream) {
    taken += chunk.length;
    await vi.advanceTimersByTimeAsync(10_000);
  }
  return taken;
}

test('a receiver that takes some bytes again and again, but too few, is cut off', async () => {
  await expect(takeSlowly(10 * chunkBytes)).rejects.toThrow('too slow');
});

test('a receiver that takes enough bytes gets the whole archive', async () => {
  expect(await takeSlowly(2 * chunkBytes)).toBeGreaterThan(chunks * chunkBytes);
});
