import { beforeEach, expect, test, vi } from 'vitest';
import type { ConnectionState, TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { begunBatches, rememberBatch } from '../../../../../renderer/state/uploads/begun-batches.ts';
import { uploadQueue } from '../../../../../renderer/state/uploads/upload-queue.ts';

const STORAGE_KEY = 'tandem.uploads';

/** The storage of this tab, which survives a reload. */
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('window', { onbeforeunload: null });
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});

type Left = { readonly batchId: string; readonly total: number; readonly sent: number; readonly missing: string[] };

/** A host with the batches of `left`, null while it does not answer; and a page that is loaded anew. */
function reloaded(left: { now: readonly Left[] | null }, connection: ConnectionState = 'connected') {
  const asked: string[] = [];
  let tell: (state: ConnectionState) => void = () => {};
  const answers: Readonly<Record<string, (input: { batchIds: string[]; batchId: string }) => unknown>> = {
    'drop.left': ({ batchIds }) => {
      asked.push(`left ${batchIds.join(' ')}`);
      return left.now?.filter(({ batchId }) => batchIds.includes(batchId));
    },
    'drop.begin': () => ({ batchId: 'again', files: [{ id: 'again/1', relativePath: 'a.txt', conflict: false }] }),
    'drop.cancel': ({ batchId }) => void asked.push(`cancel ${batchId}`),
  };
  const bridge = {
    call: async (name: string, input: never) =>
      left.now === null
        ? { ok: false, error: { code: 'not_connected', message: '', remedy: '' } }
        : { ok: true, value: answers[name]?.(input) ?? {} },
    connection: () => connection,
    subscribe: () => () => undefined,
    onConnection: (listener: typeof tell) => {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
    sendDrop: async () => ({ ok: true }),
  } as unknown as TandemBridge;
  const queue = uploadQueue(bridge);
  const cards = () =>
    queue.get().map(({ destination, state, sent, missing }) => ({ destination, state, sent, missing }));
  const drop = () => queue.add(DOCS, Promise.resolve([{ file: new File(['bytes'], 'a.txt'), relativePath: 'a.txt' }]));
  return { queue, asked, cards, drop, connect: (state: ConnectionState) => tell(state) };
}

const DOCS = { folderId: '7', name: 'Docs' };
const PLANS = { folderId: '8', name: 'Plans' };
const idsKept = () => begunBatches().map(({ batchId }) => batchId);

test('after a reload, each unfinished upload is shown with its folder and the files that did not arrive', async () => {
  rememberBatch({ batchId: 'b1', destination: DOCS });
  rememberBatch({ batchId: 'b2', destination: PLANS });
  rememberBatch({ batchId: 'over', destination: PLANS });
  const now = [
    { batchId: 'b1', total: 3, sent: 1, missing: ['a.txt', 'b.txt'] },
    { batchId: 'b2', total: 1, sent: 0, missing: ['c.txt'] },
    { batchId: 'over', total: 2, sent: 2, missing: [] },
  ];
  const { cards, asked } = reloaded({ now });
  await expect.poll(cards).toEqual([
    { destination: DOCS, state: 'interrupted', sent: 1, missing: ['a.txt', 'b.txt'] },
    { destination: PLANS, state: 'interrupted', sent: 0, missing: ['c.txt'] },
  ]);
  expect(asked).toEqual(['left b1 b2 over']);
  expect(idsKept()).toEqual(['b1', 'b2']);
});

test('a page without unfinished uploads does not ask the host', async () => {
  const { cards, asked, drop } = reloaded({ now: [] });
  drop();
  await expect.poll(() => cards().map(({ state }) => state)).toEqual(['done']);
  expect(asked).toEqual([]);
});

test('the host is asked once, as soon as it is connected', async () => {
  rememberBatch({ batchId: 'b1', destination: DOCS });
  const { cards, asked, connect } = reloaded(
    { now: [{ batchId: 'b1', total: 1, sent: 0, missing: ['a.txt'] }] },
    'connecting',
  );
  connect('disconnected');
  expect(asked).toEqual([]);
  connect('connected');
  connect('connected');
  await expect.poll(cards).toHaveLength(1);
  expect(asked).toEqual(['left b1']);
});

test('what the host does not know any more, or cannot say now, is treated as such', async () => {
  rememberBatch({ batchId: 'b1', destination: DOCS });
  expect(reloaded({ now: null }).cards()).toEqual([]);
  await expect.poll(idsKept).toEqual(['b1']);
  const { cards } = reloaded({ now: [] });
  await expect.poll(idsKept).toEqual([]);
  expect(cards()).toEqual([]);
});

test('files that are dropped again leave the card, and the last of them closes it', async () => {
  rememberBatch({ batchId: 'b1', destination: DOCS });
  const left: { now: readonly Left[] | null } = {
    now: [{ batchId: 'b1', total: 3, sent: 1, missing: ['a.txt', 'b.txt'] }],
  };
  const { cards, drop } = reloaded(left);
  const interrupted = () => cards().filter(({ state }) => state === 'interrupted');
  await expect.poll(interrupted).toHaveLength(1);
  left.now = [{ batchId: 'b1', total: 3, sent: 2, missing: ['b.txt'] }];
  drop();
  await expect.poll(interrupted).toEqual([{ destination: DOCS, state: 'interrupted', sent: 2, missing: ['b.txt'] }]);
  left.now = [];
  drop();
  await expect.poll(interrupted).toEqual([]);
  await expect.poll(idsKept).not.toContain('b1');
});

test('a card stays as it is while the host does not answer', async () => {
  rememberBatch({ batchId: 'b1', destination: DOCS });
  const left: { now: readonly Left[] | null } = {
    now: [{ batchId: 'b1', total: 2, sent: 1, missing: ['a.txt'] }],
  };
  const { cards, drop, queue } = reloaded(left);
  await expect.poll(cards).toHaveLength(1);
  left.now = null;
  drop();
  await expect.poll(() => queue.get().at(-1)?.state).toBe('failed');
  expect(cards()[0]).toEqual({ destination: DOCS, state: 'interrupted', sent: 1, missing: ['a.txt'] });
});

test('a dismissed card does not come back, and its upload ends on the host', async () => {
  rememberBatch({ batchId: 'b1', destination: DOCS });
  rememberBatch({ batchId: 'b2', destination: PLANS });
  const now = [
    { batchId: 'b1', total: 1, sent: 0, missing: ['a.txt'] },
    { batchId: 'b2', total: 1, sent: 0, missing: ['b.txt'] },
  ];
  const { queue, cards, asked, drop } = reloaded({ now });
  await expect.poll(cards).toHaveLength(2);
  queue.dismiss(queue.get()[0]?.key ?? 0);
  expect(idsKept()).toEqual(['b2']);
  drop();
  await expect.poll(() => asked).toEqual(['left b1 b2', 'cancel b1', 'left b2']);
  expect(cards().map(({ destination, state }) => [destination.name, state])).toEqual([
    ['Plans', 'interrupted'],
    ['Docs', 'done'],
  ]);
});

test('the newest hundred uploads are remembered, and notes of another version are no obstacle', async () => {
  for (let at = 1; at <= 101; at++) rememberBatch({ batchId: `b${at}`, destination: DOCS });
  expect([idsKept().length, idsKept()[0], idsKept().at(-1)]).toEqual([100, 'b2', 'b101']);
  for (const text of ['no JSON', '{"batches":[]}', '[{"id":1}]']) {
    kept.set(STORAGE_KEY, text);
    expect(begunBatches()).toEqual([]);
  }
  rememberBatch({ batchId: 'b1', destination: DOCS });
  expect(idsKept()).toEqual(['b1']);
});
