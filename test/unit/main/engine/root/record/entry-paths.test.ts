import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../main/engine/execute/execution.ts';
import type { Transfers } from '../../../../../../main/engine/execute/transfer/transfer.ts';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { etag, type ItemId, itemId, type LocalId, sha1, stepKey } from '../../../../../../main/engine/model/ids.ts';
import type { Step, StepAction } from '../../../../../../main/engine/model/plan/step.ts';
import { createPace } from '../../../../../../main/engine/ports/pace.ts';
import type { Remote } from '../../../../../../main/engine/ports/remote/remote.ts';
import { pathOf } from '../../../../../../main/engine/root/record/entry-paths.ts';
import { recordDone } from '../../../../../../main/engine/root/record/record.ts';
import type { JournalEntry } from '../../../../../../main/engine/store/history/journal-table.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';
import { createVirtualTime } from '../../../../../support/engine/virtual-time.ts';

/** A step below the folder "d" ends, "d" becomes "e" on both sides, and only then is the step recorded. */
let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  for (const path of ['d/f', 'd/sub/deep']) await root.write(path, `content of ${path}`);
  await root.observer.scanAll();
  root.syncAll();
  showThere(root.store.rootLocalId);
});
afterEach(() => root.dispose());

const content = { sha1: sha1('c'.repeat(40)), sizeBytes: 7 };

function showThere(folder: LocalId): void {
  for (const { itemId: id, localId, remoteName: name, kind, content: agreed } of root.store.syncedChildren(folder)) {
    const parentId = root.store.syncedByLocal(folder)?.itemId ?? root.store.rootItemId;
    show({ id, parentId, name, kind, content: agreed });
    showThere(localId);
  }
}

type Shown = Pick<RemoteEntry, 'id' | 'parentId' | 'name' | 'kind' | 'content'>;

function show(shown: Shown): RemoteEntry {
  const top = root.store.remote(root.store.rootItemId);
  if (top === undefined) throw new Error('the root is not on the service');
  const entry = { ...top, etag: etag('0'), ...shown };
  root.store.putRemote(entry, root.store.tick());
  return entry;
}

const itemAt = (path: string): ItemId => {
  const id = root.store.syncedByLocal(root.row(path).id)?.itemId;
  if (id === undefined) throw new Error(`${path} is not synced`);
  return id;
};

const newThere = (name: string, kind: RemoteEntry['kind']): RemoteEntry =>
  show({ id: itemId('77'), parentId: itemAt('d'), name, kind, content: kind === 'file' ? content : null });

const removeThere = (path: string): ItemId => {
  const id = itemAt(path);
  root.store.removeRemote(id, root.store.tick());
  return id;
};

const answered = async (id: ItemId, place: Partial<Shown>) => {
  const entry = root.store.remote(id);
  if (entry === undefined) throw new Error('the item is not on the service');
  return { ok: true as const, entry: { ...entry, ...place } };
};

const remote = {
  createFolder: async (parentId, name) => {
    const top = await answered(root.store.rootItemId, { id: itemId('88'), parentId, name });
    return { ...top, existing: null };
  },
  move: ({ id, parentId, name }) => answered(id, { parentId, name }),
  trash: async () => ({ ok: true }),
} satisfies Partial<Remote>;

const transfers = {
  upload: async ({ destination }) => {
    const id = destination.kind === 'new' ? root.store.rootItemId : destination.itemId;
    const place = destination.kind === 'new' ? { id: itemId('88'), parentId: destination.parentId } : {};
    const sent = await answered(id, { name: destination.name, kind: 'file', content, ...place });
    return { ...sent, content, fingerprint: null };
  },
  download: async ({ target }) => {
    const path = await target({ identity: root.row('d').fingerprint.identity, stagingName: 's' });
    if (path === null) throw new Error('its place is gone');
    await root.write(path.slice(root.path.length + 1), '7 bytes');
    const stat = await root.fileSystem.stat(path);
    if (stat === null) throw new Error('it was not installed');
    return { ok: true, stat, path, receivedBytes: 7 };
  },
} satisfies Partial<Transfers>;

/** Runs the step, renames the folder on both sides, and records the step. */
async function recordedLate(action: StepAction): Promise<JournalEntry> {
  const { fileSystem, store } = root;
  const bin = join(root.path, '.tandem', 'bin');
  const execution = {
    trees: store,
    rootPath: root.path,
    rootKey: '1',
    fileSystem,
    remote: remote as unknown as Remote,
    transfers: transfers as unknown as Transfers,
    clock: createVirtualTime().clock,
    hashPool: { hash: async () => content, close: async () => undefined },
    reuse: { there: () => [], here: () => null, inTrash: () => null },
    trash: (path, expect) => fileSystem.trash(path, bin, expect),
    rescue: (path, expect) => fileSystem.trash(path, bin, expect),
    keepCopy: async () => null,
    placing: () => undefined,
    taking: () => undefined,
    takenTo: () => undefined,
    makings: { open: () => undefined, note: () => undefined, drop: () => undefined },
    movings: { open: () => undefined, note: () => undefined, drop: () => undefined },
    deletes: { open: () => undefined, note: () => undefined, drop: () => undefined },
    knownTo: () => null,
    pace: createPace(root.parts.clock),
    ignoredNames: () => new Set(),
    tick: store.tick,
  } satisfies Partial<Execution>;
  const step: Step = { key: stepKey('one'), rule: 'P1', after: [], ...action };
  const result = await executeStep(execution as unknown as Execution, step, new AbortController().signal);
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  await renameFolder();
  const { journal } = root.whole;
  const entry = recordDone({ root: store, journal, nowMs: 0, batch: 1, doubt: () => undefined }, step, result);
  if (entry === null) throw new Error('the journal got no entry');
  return entry;
}

async function renameFolder(): Promise<void> {
  const [folder, row] = [root.store.remote(itemAt('d')), root.store.syncedByLocal(root.row('d').id)];
  if (folder === undefined || row === undefined) throw new Error('the folder is not synced');
  await rename(root.at('d'), root.at('e'));
  await root.observer.scanAll();
  root.store.putRemote({ ...folder, name: 'e' }, root.store.tick());
  root.store.putSynced({ ...row, localName: 'e', remoteName: 'e' });
}

const ids = (path: string) => ({ localId: root.row(path).id, itemId: itemAt(path) });
const written = async (path: string): Promise<LocalId> => {
  await root.write(path, '7 bytes');
  await root.observer.scanAll();
  return root.row(path).id;
};
const expected = () => root.row('d/f').fingerprint;

const STEPS: Readonly<Record<string, () => Promise<StepAction> | StepAction>> = {
  upload: async () => {
    const localId = await written('d/f2');
    return { kind: 'upload', localId, name: 'f2', expect: root.row('d/f2').fingerprint };
  },
  'upload-version': () => ({ kind: 'upload-version', ...ids('d/f'), expect: expected(), ifMatch: etag('0') }),
  'create-remote-folder': async () => {
    await written('d/new/x');
    return { kind: 'create-remote-folder', localId: root.row('d/new').id, name: 'new' };
  },
  'move-remote': () => {
    const toParentLocalId = root.row('d/sub').id;
    return { kind: 'move-remote', ...ids('d/f'), toParentLocalId, toName: 'g', ifMatch: etag('0') };
  },
  'trash-remote': async () => {
    const gone = ids('d/f');
    await rm(root.at('d/f'));
    await root.observer.scanAll();
    await root.settle();
    return { kind: 'trash-remote', ...gone, itemKind: 'file', ifMatch: etag('0'), subtree: 1 };
  },
  'create-local-folder': () => ({ kind: 'create-local-folder', itemId: newThere('n', 'folder').id, name: 'n' }),
  download: () => ({ kind: 'download', itemId: newThere('n', 'file').id, name: 'n', content, etag: etag('0') }),
  'download-version': () => {
    const entry = root.store.remote(itemAt('d/f'));
    if (entry === undefined) throw new Error('the item is not on the service');
    root.store.putRemote({ ...entry, content }, root.store.tick());
    return { kind: 'download-version', ...ids('d/f'), content, etag: etag('0'), expect: expected() };
  },
  'move-local': () => ({ kind: 'move-local', ...ids('d/f'), toParentItemId: itemAt('d/sub'), toName: 'g' }),
  'set-aside': () => ({ kind: 'set-aside', localId: root.row('d/f').id, toName: 'f copy', reason: 'both_edited' }),
  'trash-local': () => {
    const { localId } = ids('d/sub');
    return { kind: 'trash-local', localId, itemId: removeThere('d/sub'), itemKind: 'folder', subtree: 2 };
  },
  rescue: () => {
    removeThere('d/f');
    return { kind: 'rescue', localId: root.row('d/f').id, itemKind: 'file' };
  },
};

test.each([
  ['upload', null, 'e/f2'],
  ['upload-version', null, 'e/f'],
  ['create-remote-folder', null, 'e/new'],
  ['move-remote', 'e/f', 'e/sub/g'],
  ['trash-remote', null, 'e/f'],
  ['create-local-folder', null, 'e/n'],
  ['download', null, 'e/n'],
  ['download-version', null, 'e/f'],
  ['move-local', 'e/f', 'e/sub/g'],
  ['set-aside', 'e/f', 'e/f copy'],
  ['trash-local', null, 'e/sub'],
  ['rescue', null, 'e/f'],
])(
  'the entry of %s below a folder that was renamed before it was recorded has the new name of the folder',
  async (kind, fromPath, path) => {
    const entry = await recordedLate(await action(kind));
    expect([entry.kind, entry.fromPath, entry.path]).toEqual([kind, fromPath, path]);
  },
);

const action = (kind: string): Promise<StepAction> | StepAction => {
  const make = STEPS[kind];
  if (make === undefined) throw new Error(`no step ${kind}`);
  return make();
};

test('the entry of a delete names each item of the local trash as the folder is called now', async () => {
  const { before } = await recordedLate(await action('trash-local'));
  expect(JSON.parse(before ?? '{}')).toMatchObject({ from: 'e/sub' });
});

test('the entry of a delete in a folder that is gone as well names the folder as it was agreed on', async () => {
  const step = await action('trash-remote');
  root.store.removeRemote(itemAt('d'), root.store.tick());
  const place = { itemId: itemAt('d'), name: 'f' };
  expect(step.kind).toBe('trash-remote');
  expect(pathOf(root.store, place)).toBe('d/f');
});
