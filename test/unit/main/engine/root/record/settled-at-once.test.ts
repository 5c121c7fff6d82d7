import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agreementOn } from '../../../../../../main/engine/execute/agreement-on.ts';
import { done } from '../../../../../../main/engine/execute/step-result.ts';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, itemId, sequenceId, sha1, stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { PlanSettings } from '../../../../../../main/engine/model/plan/plan.ts';
import type { Step } from '../../../../../../main/engine/model/plan/step.ts';
import { plan } from '../../../../../../main/engine/plan/plan.ts';
import { recordDone } from '../../../../../../main/engine/root/record/record.ts';
import { createCarriedOut } from '../../../../../../main/engine/root/state/carried-out.ts';
import { openMemoryStore } from '../../../../../support/engine/empty-store.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

const ITEM = itemId('77');
const TEXT = 'met';
const DIGEST = sha1(createHash('sha1').update(TEXT).digest('hex'));
const settings: PlanSettings = {
  deviceName: 'laptop',
  deviceId: 'laptop',
  today: '2026-01-01',
  caseSensitive: true,
  nameLimit: { length: 255, unit: 'utf8' },
  platform: 'posix',
  guard: { items: 1000, share: 1 },
  lately: createCarriedOut().lately(0),
  syncedCount: 10,
  largestUploadBytes: null,
  released: { localIds: new Set(), itemIds: new Set() },
  held: { localIds: new Set(), itemIds: new Set() },
  taken: new Set(),
  growing: new Map(),
  refusedNames: new Map(),
  unsettled: { localIds: new Set(), itemIds: new Set() },
  failed: new Map(),
};

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

/** A new file here and one of the service beside it, both planned, and the one here read. */
async function meet(name: string, change: Partial<RemoteEntry> = {}): Promise<() => void> {
  const { store } = root;
  await root.write(name, TEXT);
  await root.observer.scanAll();
  const top = store.remote(store.rootItemId);
  if (top === undefined) throw new Error('there is no root');
  const content = { sha1: DIGEST, sizeBytes: TEXT.length };
  const fresh = {
    id: ITEM,
    parentId: top.id,
    name,
    kind: 'file',
    etag: etag('0'),
    sequenceId: sequenceId('0'),
  } as const;
  store.putRemote({ ...top, ...fresh, content, ...change }, store.tick());
  store.park(store.dirty(100));
  const { id, fingerprint, parentId } = root.row(name);
  const remote = store.remote(ITEM);
  if (remote === undefined || parentId === null) throw new Error('it was not met');
  const step: Step = {
    key: stepKey('a'),
    rule: 'P20',
    after: [],
    kind: 'hash',
    localId: id,
    expect: fingerprint,
    itemId: ITEM,
  };
  const result = done(store.tick(), {
    hashed: { localId: id, fingerprint, sha1: DIGEST },
    agreed: agreementOn({ local: { ...root.row(name), parentId }, remote, fingerprint }),
  });
  const { journal } = openMemoryStore();
  return () => void recordDone({ root: store, journal, nowMs: 0, batch: 1, doubt: () => undefined }, step, result);
}

const inDoubt = (name: string) => {
  root.store.unparkAll();
  const { localIds, itemIds } = root.store.dirty(100);
  return { local: localIds.includes(root.row(name).id), item: itemIds.includes(ITEM) };
};

test('[P16] a new file that was read and is the one of the service needs no further plan, which would find it in agreement', async () => {
  const record = await meet('a');
  record();
  expect(inDoubt('a')).toEqual({ local: false, item: false });
  const nodes = { localIds: [root.row('a').id], itemIds: [ITEM] };
  expect(plan(root.store, nodes, settings)).toEqual({ steps: [], blocked: [], held: [], settled: nodes });
});

test('[P16] an item marked since it was planned is planned again', async () => {
  const record = await meet('a');
  root.store.markDirtyItem(ITEM);
  record();
  expect(inDoubt('a')).toEqual({ local: false, item: true });
});

test.each([
  ['another case there', 'a', { name: 'A' }],
  ['a name in motion', '.tandem-moving-laptop-77.a', {}],
  ['a folder of the service that is not known', 'a', { parentId: itemId('78') }],
  ['other bytes there now', 'a', { content: { sha1: sha1('b'.repeat(40)), sizeBytes: 3 } }],
])('[P16] an item that may need more work is planned: %s', async (_, name, change) => {
  const record = await meet(name, change);
  record();
  expect(inDoubt(name)).toEqual({ local: true, item: true });
});

test('[P65] an item now excluded from this computer is planned', async () => {
  const { store } = root;
  const record = await meet('a');
  const top = store.remote(store.rootItemId);
  const item = store.remote(ITEM);
  if (top === undefined || item === undefined) throw new Error('it is missing');
  const folder = { ...top, id: itemId('78'), parentId: top.id, name: 'd', kind: 'folder', content: null } as const;
  store.putRemote({ ...folder, syncState: 'not_synced' }, store.tick());
  store.putRemote({ ...item, parentId: folder.id }, store.tick());
  store.park(store.dirty(100));
  record();
  expect(inDoubt('a')).toEqual({ local: true, item: true });
});

test('[I13] an item with a reason is planned, so that the reason is cleared', async () => {
  const record = await meet('a');
  const problem = {
    code: 'disk_error',
    reach: 'waiting',
    says: { code: 'service_error', args: { subject: 'a', answer: '' } },
  } as const;
  const failed = { localId: null, itemId: ITEM, source: 'step', problem, suggestedName: null } as const;
  const download = { kind: 'download', rule: 'P15', key: stepKey('download') } as const;
  root.store.putReason({ ...failed, step: download, attempts: 1, retryAtMs: 5_000, atMs: 0 });
  record();
  expect(inDoubt('a')).toEqual({ local: true, item: true });
});
