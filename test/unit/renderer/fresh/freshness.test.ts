import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Status } from '../../../../preload/ipc/shapes/status.ts';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import type { Session } from '../../../../renderer/state/bridge/session.ts';
import { type WritableStore, writableStore } from '../../../../renderer/state/bridge/store.ts';
import { createFreshness } from '../../../../renderer/state/fresh/freshness.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const status = (more: object): Status =>
  ({
    account: { baseUrl: 'https://files.example/2.0', state: 'connected', user: { id: '7' } },
    roots: [{ id: 1, conflicts: 0, held: 0, remoteId: '0' }],
    invitations: [],
    attention: [],
    attentionTotal: 0,
    transfers: [],
    ...more,
  }) as unknown as Status;

/** A window with cached answers to these questions. */
function opened(...keys: readonly (readonly unknown[])[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const key of keys) queries.setQueryData(key, { entries: [] });
  const feeds = new Map<string, (message: never) => void>();
  let isRefused = false;
  const bridge = {
    call: async () =>
      isRefused ? { ok: false, error: { code: 'offline', message: '', remedy: '' } } : { ok: true, value: {} },
    subscribe: (feed: string, listener: (message: never) => void) => {
      feeds.set(feed, listener);
      return () => undefined;
    },
  } as unknown as TandemBridge;
  const session = {
    status: writableStore<Status | null>(status({})),
    connection: writableStore<'connected' | 'disconnected'>('connected'),
    drops: writableStore<readonly { sent: number }[]>([]),
  };
  const freshness = createFreshness(queries);
  freshness.follow(bridge, session as unknown as Session);
  const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated === true;
  return {
    ...session,
    status: session.status as WritableStore<Status | null>,
    queries,
    isStale,
    observed: freshness.observe(bridge),
    emit: (feed: string, message: unknown) => feeds.get(feed)?.(message as never),
    refuse: () => {
      isRefused = true;
    },
    settled: () => vi.advanceTimersByTimeAsync(0),
  };
}
const ITEMS = ['service', 'listFolderItems', { params: { folder_id: '5' } }];
const TRASH = ['service', 'listTrash', {}];
const CONFLICTS = ['conflict.list', {}];
const JOURNAL = ['activity.list', {}];

test('a change makes stale what it touches and nothing else, also when it was refused: it may have been made in part', async () => {
  const { observed, isStale, refuse, settled } = opened(ITEMS, TRASH, CONFLICTS);
  await observed.call('service.call', { operation: 'restoreFile', request: { params: { file_id: '1' } } });
  await settled();
  expect([isStale(ITEMS), isStale(TRASH), isStale(CONFLICTS)]).toEqual([true, true, false]);
  refuse();
  await observed.call('conflict.resolve', { id: 1, keep: 'mine' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStale(CONFLICTS)).toBe(true);
});

test('a hundred deletes change a cached list twice: at once for the first, and together for the others', async () => {
  const { observed, queries } = opened();
  const entries = Array.from({ length: 100 }, (_, at) => ({ type: 'file', id: `${at}`, parent: { id: '5' } }));
  queries.setQueryData(ITEMS, { entries });
  let changes = 0;
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[1] === 'listFolderItems' && !query.state.isInvalidated) changes += 1;
  });
  for (const { id } of entries) {
    await observed.call('service.call', { operation: 'deleteFile', request: { params: { file_id: id } } });
  }
  await vi.advanceTimersByTimeAsync(300);
  expect(queries.getQueryData(ITEMS)).toEqual({ entries: [] });
  expect(changes).toBeLessThanOrEqual(2);
});

test('changes in a row are applied at once and then every second, and none is lost', async () => {
  const { observed, queries, isStale, settled } = opened(CONFLICTS);
  const resolve = () => observed.call('conflict.resolve', { id: 1, keep: 'mine' });
  await resolve();
  await settled();
  expect(isStale(CONFLICTS)).toBe(true);
  queries.setQueryData(CONFLICTS, { entries: [] });
  await resolve();
  await vi.advanceTimersByTimeAsync(999);
  expect(isStale(CONFLICTS)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isStale(CONFLICTS)).toBe(true);
});

test('an answer that was asked for before a change is stale when it comes', async () => {
  const { observed, queries, isStale, settled } = opened();
  const late = Promise.withResolvers<object>();
  const asked = queries.query({ queryKey: CONFLICTS, queryFn: () => late.promise });
  await observed.call('conflict.resolve', { id: 1, keep: 'mine' });
  await settled();
  late.resolve({ entries: [] });
  await asked;
  await settled();
  expect(isStale(CONFLICTS)).toBe(true);
});

test('after a lost connection everything is stale, since nothing was reported meanwhile', async () => {
  const { connection, isStale, settled } = opened(ITEMS, CONFLICTS, ['settings.get', {}]);
  connection.set('disconnected');
  await settled();
  expect(isStale(ITEMS)).toBe(false);
  connection.set('connected');
  await settled();
  expect([ITEMS, CONFLICTS, ['settings.get', {}]].map(isStale)).toEqual([true, true, true]);
});

test.each([
  ['a conflict', { roots: [{ id: 1, conflicts: 1, held: 0 }] }, CONFLICTS],
  ['a held batch', { roots: [{ id: 1, conflicts: 0, held: 1 }] }, ['held.list', {}]],
  [
    'a new folder',
    {
      roots: [
        { id: 1, conflicts: 0, held: 0 },
        { id: 2, conflicts: 0, held: 0 },
      ],
    },
    ['root.list', {}],
  ],
  ['an invitation', { invitations: [{ id: '3' }] }, ['service', 'listFolderCollaborations', {}]],
  ['another account', { account: { baseUrl: '', state: 'connected', user: { id: '8' } } }, ['session.get', {}]],
  ['an end of a transfer of no folder', { transfers: [{ rootId: null }] }, ITEMS],
] as const)('%s in the status makes its list stale', async (_what, change, key) => {
  const { status: told, isStale, settled } = opened(key, JOURNAL);
  told.set(status({ first: true }));
  await settled();
  expect(isStale(key)).toBe(false);
  told.set(status(change));
  await settled();
  expect([isStale(key), isStale(JOURNAL)]).toEqual([true, false]);
});

test('an upload of this window makes the lists of items stale', async () => {
  const { drops, isStale, settled } = opened(ITEMS);
  drops.set([{ sent: 0 }]);
  await settled();
  expect(isStale(ITEMS)).toBe(false);
  drops.set([{ sent: 1 }]);
  await settled();
  expect(isStale(ITEMS)).toBe(true);
});

test.each([
  ['trash-remote', 'file', TRASH],
  ['restore-remote', 'file', TRASH],
  ['upload-version', 'file', ['service', 'listVersions', {}]],
  ['create-local-folder', 'folder', ['selection.tree', {}]],
  ['create-local-folder', 'folder', ['selection.states', {}]],
  ['trash-local', 'file', ['trash.local.list', {}]],
  ['download', 'file', JOURNAL],
])('a step %s of the engine makes stale what shows it', async (kind, itemKind, key) => {
  const { emit, isStale, settled } = opened(key, CONFLICTS, ITEMS);
  emit('activity', [{ kind, itemKind, rootId: 1, path: 'a/one.txt', fromPath: null }]);
  await settled();
  expect([isStale(key), isStale(CONFLICTS), isStale(ITEMS)]).toEqual([true, false, true]);
});

test('a renamed folder keeps its state in a list, a moved one does not', async () => {
  const [TREE, STATES] = [
    ['selection.tree', {}],
    ['selection.states', {}],
  ];
  const { emit, isStale, settled } = opened(TREE, STATES);
  const moved = { kind: 'rename-local', itemKind: 'folder', rootId: 1, fromPath: 'a/old' };
  emit('activity', [{ ...moved, path: 'a/new' }]);
  await settled();
  expect([isStale(TREE), isStale(STATES)]).toEqual([true, false]);
  emit('activity', [{ ...moved, path: 'b/old' }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStale(STATES)).toBe(true);
});
