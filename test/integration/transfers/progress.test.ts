import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTransferBench, type TransferBench } from '../../support/engine/transfer-bench.ts';

/** The progress that observers see of running transfers. */

const MIB = 1024 * 1024;
const LARGE = 24 * MIB + 5;

let bench: TransferBench;
beforeEach(async () => {
  bench = await openTransferBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

const sentParts = () => bench.proxy.seen.filter(({ method }) => method === 'PUT').length;

test.each([
  ['a large file, part by part', LARGE, 'PUT'],
  ['a file that goes as a whole', 5 * MIB, 'POST'],
] as const)('sent bytes count before the service has answered for them: %s', async (_what, sizeBytes, method) => {
  const { request, content } = await bench.newUpload('on-its-way.bin', sizeBytes);
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  bench.proxy.break({ method, after: method === 'PUT' ? 1 : 0, times: 100, fault: { kind: 'hold', until } });
  const running = bench.transfers.upload(request);
  await expect.poll(() => bench.transfers.list()[0]?.parts?.done).toBe(method === 'PUT' ? 1 : undefined);
  await expect.poll(() => bench.transfers.list()[0]?.bytesDone).toBe(sizeBytes);
  release();
  expect(await running).toMatchObject({ ok: true, entry: { content } });
});

test('[E106] paused at a part border: nothing more is sent until it resumes', async () => {
  const { request, content } = await bench.newUpload('paused.bin', LARGE);
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  bench.proxy.break({ method: 'PUT', times: 100, fault: { kind: 'hold', until } });
  const transfers = bench.restart({ partsInFlight: 1 });
  const running = transfers.upload(request);
  await expect.poll(sentParts).toBe(1);
  transfers.pause(null);
  release();
  await expect.poll(() => transfers.list()[0]?.parts?.done).toBe(1);
  expect(transfers.list()[0]).toMatchObject({
    state: 'paused',
    bytesPerSecond: 0,
    secondsLeft: null,
  });
  expect(sentParts()).toBeLessThanOrEqual(2);
  transfers.resume();
  expect(await running).toMatchObject({ ok: true, entry: { content } });
});
