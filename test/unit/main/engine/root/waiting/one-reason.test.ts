import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ItemId, itemId, type LocalId, localId } from '../../../../../../main/engine/model/ids.ts';
import { putOnlyReason } from '../../../../../../main/engine/root/waiting/one-reason.ts';
import type { Reason } from '../../../../../../main/engine/store/work/reasons.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

const problem = { code: 'disk_full', reach: 'waiting', says: { code: 'disk_full', args: { subject: 'a' } } } as const;
const reason = { problem, suggestedName: null, step: null, attempts: 1, atMs: 0 };
const ofStep = { ...reason, source: 'step', retryAtMs: 5_000 } as const;
const ofGuard = { ...reason, source: 'held', retryAtMs: null } as const;

test.each<[string, (id: LocalId, item: ItemId) => readonly [Reason, Reason]]>([
  // The file was agreed on with an item that is gone; another one has come to its place (SPEC P11).
  ['a new item', (id) => [item(itemId('900')), { ...ofGuard, localId: id, itemId: itemId('900') }]],
  [
    'the item that a file was agreed on with',
    (id, agreed) => [item(agreed), { ...ofGuard, localId: id, itemId: null }],
  ],
  // It was to take the place of another file, and was moved on there before it could.
  [
    'the file whose place an item was to take before',
    (id) => [
      { ...ofStep, localId: localId(99), itemId: itemId('900') },
      { ...ofStep, localId: id, itemId: itemId('900') },
    ],
  ],
  ['the file of an item', (id, agreed) => [file(id), { ...ofGuard, localId: null, itemId: agreed }]],
])('[I13] a reason takes the place of that of %s, which waits with it', async (_, reasons) => {
  await root.write('a', 'content');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('a');
  const agreed = root.store.syncedByLocal(id)?.itemId ?? itemId('0');
  const [before, now] = reasons(id, agreed);
  for (const one of [before, now]) putOnlyReason(root.store, one);
  expect(root.store.reasons(10)).toEqual([now]);
  expect([root.store.doubtfulCount(), root.store.hasDirty()]).toEqual([2, false]);
  expect(root.store.wake(1)).toBe(true);
  const { localIds, itemIds } = root.store.dirty(10);
  expect([...localIds, ...itemIds]).toEqual([before.localId ?? before.itemId]);
});

test('an item that only the earlier reason of a file named is planned again', async () => {
  await root.write('a', 'content');
  await root.observer.scanAll();
  root.syncAll();
  const { id } = root.row('a');
  const deleted = itemId('900');
  putOnlyReason(root.store, { ...ofStep, localId: id, itemId: deleted });
  putOnlyReason(root.store, { ...ofStep, localId: id, itemId: deleted });
  expect(root.store.hasDirty()).toBe(false);
  putOnlyReason(root.store, { ...ofGuard, localId: id, itemId: null });
  expect(root.store.dirty(10)).toEqual({ localIds: [], itemIds: [deleted] });
});

const item = (id: ItemId): Reason => ({ ...ofStep, localId: null, itemId: id });
const file = (id: LocalId): Reason => ({ ...ofStep, localId: id, itemId: null });
