import { expect, test } from 'vitest';
import { createGatherer } from '../../../../../../main/engine/adapters/service-remote/gather.ts';
import { RemoteError } from '../../../../../../main/engine/ports/remote/remote.ts';
import type { Changed } from '../../../../../../main/engine/ports/remote/remote-refusal.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';

const LIMITS = { files: 3, bytes: 100 };
const gone: Changed = { ok: false, reason: 'gone' };

const file = (name: string, bytes = 10) => ({ name, bytes });

/** A gatherer whose batches are answered when the test says so. */
function open() {
  const { clock, slept } = createVirtualTime();
  const sent: {
    readonly names: readonly string[];
    readonly signal: AbortSignal;
    answer(): void;
    fail(e: Error): void;
  }[] = [];
  const gatherer = createGatherer<ReturnType<typeof file>, Changed>(
    {
      send: (batch, signal) =>
        new Promise((resolve, reject) => {
          const names = batch.map(({ name }) => name);
          sent.push({ names, signal, answer: () => resolve(batch.map(() => gone)), fail: reject });
        }),
      sizeOf: ({ bytes }) => bytes,
    },
    clock,
  );
  return { gatherer, sent, slept };
}

test('[P77] uploads that wait at the same time go together, and each has its own result', async () => {
  const { gatherer, sent } = open();
  const both = ['a', 'b'].map((name) => gatherer.add(file(name), LIMITS, undefined));
  await expect.poll(() => sent.map(({ names }) => names)).toEqual([['a', 'b']]);
  sent[0]?.answer();
  expect(await Promise.all(both)).toEqual([gone, gone]);
});

test('after every eighth result of a batch other work gets its turn, and no result is left out', async () => {
  const { gatherer, sent, slept } = open();
  const names = Array.from({ length: 20 }, (_, at) => `${at}`);
  const came: string[] = [];
  const all = names.map(async (name) => {
    await gatherer.add(file(name, 1), { files: 20, bytes: 100 }, undefined);
    came.push(`${name} in pause ${slept.length}`);
  });
  await expect.poll(() => sent.length).toBe(1);
  expect(slept).toEqual([]);
  sent[0]?.answer();
  await Promise.all(all);
  // What eight results set off runs in the pause after them; the last four need none.
  expect(came).toEqual(names.map((name, at) => `${name} in pause ${at < 8 ? 1 : 2}`));
  expect(slept).toEqual([0, 0]);
});

test('a batch holds what the limits of the service allow', async () => {
  const { gatherer, sent } = open();
  const adds = [file('a'), file('b', 95), file('c', 3)].map((one) => gatherer.add(one, LIMITS, undefined));
  await expect.poll(() => sent.map(({ names }) => names)).toEqual([['a']]);
  await expect.poll(() => sent.map(({ names }) => names)).toEqual([['a'], ['b', 'c']]);
  for (const one of sent) one.answer();
  await Promise.all(adds);
});

test('an item larger than a batch of the service goes alone', async () => {
  const { gatherer, sent } = open();
  const adds = [file('a', 101), file('b')].map((one) => gatherer.add(one, LIMITS, undefined));
  await expect.poll(() => sent.map(({ names }) => names)).toEqual([['a'], ['b']]);
  for (const one of sent) one.answer();
  expect(await Promise.all(adds)).toEqual([gone, gone]);
});

test('an upload cancelled while it waits is not sent; a batch continues while one upload needs it', async () => {
  const { gatherer, sent } = open();
  const [early, late] = [new AbortController(), new AbortController()];
  const adds = [
    gatherer.add(file('a'), LIMITS, early.signal),
    gatherer.add(file('b'), LIMITS, late.signal),
    gatherer.add(file('c'), LIMITS, undefined),
  ];
  early.abort(new Error('not wanted'));
  await expect(adds[0]).rejects.toThrow('not wanted');
  await expect.poll(() => sent.map(({ names }) => names)).toEqual([['b', 'c']]);
  late.abort(new Error('no longer wanted'));
  await expect(adds[1]).rejects.toThrow('no longer wanted');
  expect(sent[0]?.signal.aborted).toBe(false);
  sent[0]?.answer();
  expect(await adds[2]).toEqual(gone);
});

test('a batch whose uploads are all cancelled is aborted', async () => {
  const { gatherer, sent } = open();
  const stop = new AbortController();
  const add = gatherer.add(file('a'), LIMITS, stop.signal);
  await expect.poll(() => sent.length).toBe(1);
  stop.abort(new Error('not wanted'));
  await expect(add).rejects.toThrow('not wanted');
  expect(sent[0]?.signal.aborted).toBe(true);
});

test('[E99] a request that fails fails each of its files, which are then tried by themselves', async () => {
  const { gatherer, sent } = open();
  const adds = ['a', 'b'].map((name) => gatherer.add(file(name), LIMITS, undefined));
  const ended = Promise.allSettled(adds);
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.fail(new RemoteError('offline', 'gone'));
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
