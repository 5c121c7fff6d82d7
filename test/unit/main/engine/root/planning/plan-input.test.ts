import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plan } from '../../../../../../main/engine/plan/plan.ts';
import { settingsOf } from '../../../../../../main/engine/root/planning/plan-input.ts';
import { createCarriedOut } from '../../../../../../main/engine/root/state/carried-out.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import { planSettings } from '../../../../../support/engine/trees.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

function input(): Parameters<typeof settingsOf>[0] {
  const { deviceName, deviceId, today, guard } = planSettings();
  const clock = { today: () => today, nowMs: () => 0 };
  const parts = { settings: { deviceName, deviceId, guard }, clock };
  const effects = { held: { localIds: new Set(), itemIds: new Set() } };
  const [snatched, growing, carriedOut] = [{ taken: new Set() }, new Map(), createCarriedOut()];
  return { parts, root: root.store, snatched, growing, effects, carriedOut } as never;
}

/** The service has the synced file as it was agreed on. */
function there(path: string): void {
  const [row, top] = [root.store.syncedByLocal(root.row(path).id), root.store.remote(root.store.rootItemId)];
  if (row === undefined || top === undefined) throw new Error(`${path} is not synced`);
  const { itemId: id, etag, content } = row;
  root.store.putRemote({ ...top, id, parentId: top.id, name: path, kind: 'file', etag, content }, root.store.tick());
}

test('[P46] what waits for a person is read once for a plan with a delete, and not at all for one without', async () => {
  const [held, released] = [vi.spyOn(root.store, 'held'), vi.spyOn(root.store, 'released')];
  await root.write('a', 'synced');
  await root.observer.scanAll();
  root.syncAll();
  there('a');
  await root.write('b', 'new');
  await root.observer.scanAll();
  const planned = () => plan(root.store, root.store.dirty(10), settingsOf(input(), planSettings()));
  expect(planned().steps).toMatchObject([{ kind: 'upload', name: 'b' }]);
  expect([held.mock.calls.length, released.mock.calls.length]).toEqual([0, 0]);
  await rm(root.at('a'));
  await root.observer.scanAll();
  await root.settle();
  expect(planned().steps).toMatchObject([{ kind: 'upload' }, { kind: 'trash-remote' }]);
  expect([held.mock.calls.length, released.mock.calls.length]).toEqual([1, 1]);
});
