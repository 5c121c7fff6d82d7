import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../main/engine/model/entry.ts';
import { fileIdentity, type ItemId, itemId } from '../../main/engine/model/ids.ts';
import { createRemoteObserver, type RemoteObserver } from '../../main/engine/remote/remote-observer.ts';
import { openStore } from '../../main/engine/store/open-store.ts';
import type { RootStore } from '../../main/engine/store/root-store.ts';
import type { Store } from '../../main/engine/store/store.ts';
import { made, put } from '../support/remote-steps.ts';
import { callerOf } from '../support/service-caller.ts';
import { openServiceBench, type ServiceBench } from '../support/service-remote.ts';

let bench: ServiceBench;
let store: Store;
let root: RootStore;
let observer: RemoteObserver;
let docs: RemoteEntry;
let beside: RemoteEntry;
let sub: RemoteEntry;
let deep: RemoteEntry;

/** docs/sub/deep/new.txt, and a folder beside. */
beforeEach(async () => {
  bench = await openServiceBench();
  store = openStore(':memory:');
  const folder = await bench.remote.item(bench.folder, 'folder');
  if (!folder) throw new Error('no such folder');
  const fingerprint = { identity: fileIdentity('1:1'), sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };
  const place = { localPath: '/nowhere', marker: 'm', volumeId: 'v', account: 'a' };
  root = store.root(store.addRoot({ ...place, fingerprint, remote: { ...folder, parentId: null } }).id);
  observer = createRemoteObserver({ remote: bench.remote, root });
  docs = await folderIn(bench.folder, 'docs');
  beside = await folderIn(bench.folder, 'beside');
  sub = await folderIn(docs.id, 'sub');
  deep = await folderIn(sub.id, 'deep');
  made(await put(bench.other, { kind: 'new', parentId: deep.id, name: 'new.txt' }, 'new'));
});
afterEach(async () => {
  store.close();
  await bench.dispose();
});

const folderIn = async (parent: ItemId, name: string) => made(await bench.other.createFolder(parent, name));
const moveTo = async ({ id, kind, name }: RemoteEntry, parentId: ItemId, as = name) =>
  made(await bench.other.move({ id, kind, parentId, name: as, ifMatch: null }));
const trash = ({ id, kind }: RemoteEntry) => bench.other.trash({ id, kind, ifMatch: null });

async function restore({ id }: RemoteEntry): Promise<void> {
  const answer = await callerOf(bench.service, bench.service.person.token).post(`/folders/${id}`, {});
  expect(answer.status).toBe(201);
}

/** Paths of all that is in the remote tree. */
const paths = (folder: ItemId = root.rootItemId): string[] =>
  root.remoteChildren(folder).flatMap(({ id }) => [root.remotePath(id) ?? '?', ...paths(id)]);

test('[E88] what is moved out of a folder that went and came back, all told in one breath, brings its contents', async () => {
  await observer.catchUp();
  await trash(docs);
  await restore(docs);
  await moveTo(sub, beside.id);
  await observer.catchUp();
  expect(paths()).toEqual(['beside', 'beside/sub', 'beside/sub/deep', 'beside/sub/deep/new.txt', 'docs']);
});

test('[E88] also what was moved into it in the same breath, and what is moved out of that', async () => {
  await moveTo(sub, bench.folder);
  await observer.catchUp();
  await moveTo(sub, docs.id);
  await trash(docs);
  await restore(docs);
  await moveTo(sub, beside.id);
  await moveTo(deep, beside.id);
  await observer.catchUp();
  expect(paths()).toEqual(['beside', 'beside/deep', 'beside/deep/new.txt', 'beside/sub', 'docs']);
});

test('what comes back alone out of a folder that was moved out of the root brings its contents', async () => {
  const outside = await folderIn(itemId('0'), 'outside');
  await observer.catchUp();
  await moveTo(docs, outside.id);
  await moveTo(sub, beside.id, 'back');
  await observer.catchUp();
  expect(paths()).toEqual(['beside', 'beside/back', 'beside/back/deep', 'beside/back/deep/new.txt']);
});
