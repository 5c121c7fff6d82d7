import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  purgeTrashed,
  setTrashPolicy,
  sweepTrash,
  type TrashPolicy,
  trashPolicy,
} from '../../../../../main/engine/acts/trash/local-trash.ts';
import { rootId } from '../../../../../main/engine/model/ids.ts';
import { FileSystemError } from '../../../../../main/engine/ports/file-system.ts';
import type { EngineParts } from '../../../../../main/engine/root/engine-parts.ts';
import type { NewTrashed } from '../../../../../main/engine/store/history/trash-table.ts';
import { openStoreBench, type StoreBench } from '../../../../support/engine/store-bench.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = 1_000 * DAY_MS;

let bench: StoreBench;
let nowMs: number;
/** Places that the disk does not delete; the warnings about them. */
let stuck: Set<string>;
/** Places on a drive that is away. */
let away: Set<string>;
let warned: string[];
beforeEach(() => {
  bench = openStoreBench();
  nowMs = NOW_MS;
  bench.store.counted.look(nowMs);
  [stuck, away, warned] = [new Set(), new Set(), []];
});
afterEach(() => bench.store.close());

const parts = (): EngineParts =>
  ({
    store: bench.store,
    clock: { nowMs: () => nowMs, sleep: async () => undefined },
    log: { warn: (message: string) => warned.push(message) },
    localTrash: {
      purge: async (place: string) => {
        if (away.has(place)) throw new FileSystemError('not_found', place, 'away');
        if (stuck.has(place)) throw new FileSystemError('busy', place, 'in use');
      },
    },
  }) as unknown as EngineParts;

/** An item of ten bytes. */
const itemAt = (path: string, ageMs = 0): NewTrashed => ({
  rootId: bench.root.id,
  rootPath: '/root',
  path,
  place: `/trash/${path}`,
  itemKind: 'file',
  itemId: null,
  nodes: 1,
  bytes: 10,
  atMs: nowMs - ageMs,
});
const trashed = (path: string, ageMs = 0) => bench.store.trash.add(itemAt(path, ageMs)).id;
/** Time passes on a computer that looks at its clock every day. */
function pass(ms: number): void {
  for (const endMs = nowMs + ms; nowMs < endMs; nowMs = Math.min(endMs, nowMs + DAY_MS))
    bench.store.counted.look(nowMs);
  bench.store.counted.look(nowMs);
}
const left = () => bench.store.trash.list(100).map(({ path }) => path);
const sweep = (policy: TrashPolicy, signal?: AbortSignal) => {
  setTrashPolicy(parts(), policy);
  return sweepTrash(parts(), signal);
};

test('[P51] an item goes on the day that the policy names, not a moment sooner; thirty days if it names none', async () => {
  expect(trashPolicy(parts())).toEqual({ keepDays: 30, keepBytes: null });
  trashed('due');
  pass(1);
  trashed('not yet');
  pass(30 * DAY_MS - 1);
  expect([await sweepTrash(parts()), left()]).toEqual([1, ['not yet']]);
  trashed('of yesterday');
  pass(1);
  trashed('of today');
  pass(DAY_MS - 1);
  await sweep({ keepDays: 1, keepBytes: null });
  expect(left()).toEqual(['of today']);
});

test('[P51] the oldest go until the rest fits, and no more of them', async () => {
  for (const [path, ageMs] of [
    ['oldest', 3],
    ['old', 2],
    ['new', 1],
  ] as const) {
    trashed(path, ageMs);
  }
  expect([await sweep({ keepDays: null, keepBytes: 30 }), left().length]).toEqual([0, 3]);
  expect([await sweep({ keepDays: null, keepBytes: 29 }), left()]).toEqual([1, ['new', 'old']]);
  expect(await sweep({ keepDays: null, keepBytes: null })).toBe(0);
  expect([await sweep({ keepDays: null, keepBytes: 0 }), left()]).toEqual([2, []]);
});

test('[P51] the oldest goes first, also if it was listed last because its process ended before that', async () => {
  for (const [path, days] of [
    ['of today', 0],
    ['of yesterday', 1],
    ['old', 40],
  ] as const)
    bench.store.trash.addFound(itemAt(path, days * DAY_MS));
  expect([await sweep({ keepDays: null, keepBytes: 20 }), left()]).toEqual([1, ['of yesterday', 'of today']]);
});

test('[P51] a sweep of many items sums them up once in a while, not for each one', async () => {
  bench.store.transaction(() => {
    for (let number = 0; number < 20_000; number += 1) trashed(`${number}`, number);
  });
  let sums = 0;
  const { trash } = bench.store;
  const totals: typeof trash.totals = (ofRoot) => {
    sums += 1;
    return trash.totals(ofRoot);
  };
  setTrashPolicy(parts(), { keepDays: null, keepBytes: 20 });
  expect(await sweepTrash({ ...parts(), store: { ...bench.store, trash: { ...trash, totals } } })).toBe(19_998);
  expect(sums).toBeLessThanOrEqual(50);
});

test('[P51] one that the disk does not let go stays in the list, and holds up no other', async () => {
  for (const path of ['a', 'b', 'c']) trashed(path);
  pass(40 * DAY_MS);
  stuck.add('/trash/a');
  expect([await sweep({ keepDays: 30, keepBytes: null }), left()]).toEqual([2, ['a']]);
  expect(warned[0]).toContain('"a" stays');
});

test('[P51] one that is on a drive that is away makes no other go in its place, and nothing is logged', async () => {
  for (const path of ['a', 'b', 'c']) trashed(path, 1);
  away.add('/trash/a');
  expect([await sweep({ keepDays: null, keepBytes: 20 }), left()]).toEqual([0, ['c', 'b', 'a']]);
  expect([await sweep({ keepDays: null, keepBytes: 10 }), left()]).toEqual([1, ['c', 'a']]);
  expect(warned).toEqual([]);
  const [id = -1] = bench.store.trash.list(9).flatMap((one) => (one.path === 'a' ? [one.id] : []));
  const refused = { code: 'not_found', message: { code: 'trash_away', args: { path: 'a', place: '/trash/a' } } };
  expect(await purgeTrashed(parts(), [id])).toMatchObject({ ok: false, error: refused });
});

test('[P51] more stuck items than are examined at once hold up no other', async () => {
  for (let number = 0; number < 501; number += 1) {
    trashed(`stuck ${number}`);
    stuck.add(`/trash/stuck ${number}`);
  }
  trashed('free');
  pass(40 * DAY_MS);
  expect(await sweep({ keepDays: 30, keepBytes: null })).toBe(1);
});

test('[P51] a sweep that is stopped ends between two items', async () => {
  for (const path of ['a', 'b']) trashed(path);
  pass(40 * DAY_MS);
  const stopped = new AbortController();
  stopped.abort();
  expect([await sweep({ keepDays: 30, keepBytes: null }, stopped.signal), left().length]).toEqual([0, 2]);
});

test('[P51] what a person deletes and the disk does not, stays in the list', async () => {
  const [first, second] = [trashed('a', 1), trashed('b', 2)];
  stuck.add('/trash/b');
  expect(await purgeTrashed(parts(), [first, 999, second])).toMatchObject({ ok: false, error: { code: 'disk_error' } });
  expect(left()).toEqual(['b']);
});

test('[P51] items on a drive that is away keep no other from being deleted, and the refusal comes at the end', async () => {
  const ids = ['a', 'b', 'c', 'd'].map((path) => trashed(path, 1));
  away.add('/trash/a');
  stuck.add('/trash/c');
  const error = { code: 'not_found', message: { code: 'trash_away' } };
  expect(await purgeTrashed(parts(), ids)).toMatchObject({ ok: false, error });
  expect(left()).toEqual(['c', 'a']);
});

test('[P51] what a person deletes on a drive that is away leaves the list if its folder is no longer synced; a sweep keeps it', async () => {
  const placeIn = (root: string) => join(root, '.tandem', 'trash', 'day', 'a');
  const [linked = -1, removed = -1] = ['/root', '/removed'].map((root) => {
    away.add(placeIn(root));
    return bench.store.trash.add({ ...itemAt(root), place: placeIn(root) }).id;
  });
  pass(40 * DAY_MS);
  expect([await sweep({ keepDays: 30, keepBytes: null }), left()]).toEqual([0, ['/removed', '/root']]);
  expect(await purgeTrashed(parts(), [removed])).toMatchObject({ ok: true, value: { purged: 1 } });
  expect(await purgeTrashed(parts(), [linked])).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(left()).toEqual(['/root']);
});

test('[P51] the trash of one root is listed and counted alone', () => {
  const other = rootId(bench.root.id + 1);
  for (const path of ['a', 'b', 'c']) trashed(path, 1);
  const id = bench.store.trash.add({ ...itemAt('d', 1), rootId: other }).id;
  expect(bench.store.trash.list(9, 0, other).map((one) => one.id)).toEqual([id]);
  expect(bench.store.trash.totals(other)).toEqual({ items: 1, bytes: 10 });
  expect(bench.store.trash.list(2, 1, bench.root.id).map(({ path }) => path)).toEqual(['b', 'a']);
  expect(bench.store.trash.totals()).toEqual({ items: 4, bytes: 40 });
});
