import type { Fingerprint, RemoteEntry } from '../../../main/engine/model/entry.ts';
import { fileIdentity, type ItemId } from '../../../main/engine/model/ids.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import { callerOf } from '../service/callers/service-caller.ts';
import { openMemoryStore } from './empty-store.ts';
import { made, put } from './remote-steps.ts';
import { openServiceBench, type ServiceBench } from './service-remote.ts';

/** For a folder on a disk that the test never reads. */
const fingerprint: Fingerprint = { identity: fileIdentity('1:1'), sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };

/** A folder of a real service linked to an in-memory state, with actions of another device in it. */
export type ObservedFolder = {
  readonly bench: ServiceBench;
  readonly root: RootStore;
  /** Links this folder to another root, of another account if one is given. */
  link(folder: ItemId, as?: { readonly remote: RemoteEntry; readonly account: string }): Promise<RootStore>;
  folderIn(parent: ItemId, name: string): Promise<RemoteEntry>;
  /** The default content is the name. */
  fileIn(parent: ItemId, name: string, text?: string): Promise<RemoteEntry>;
  moveTo(entry: RemoteEntry, parentId: ItemId, name?: string): Promise<RemoteEntry>;
  trash(entry: RemoteEntry): Promise<void>;
  /** Restores from the trash; throws if the service refuses. */
  restore(entry: RemoteEntry): Promise<void>;
  /** All paths in this root's remote tree, in name order. */
  paths(of?: RootStore): readonly string[];
  close(): Promise<void>;
};

export async function openObservedFolder(): Promise<ObservedFolder> {
  const bench = await openServiceBench();
  const { other, folder } = bench;
  const store = openMemoryStore();
  const link: ObservedFolder['link'] = async (id, as) => {
    const remote = as?.remote ?? (await bench.remote.item(id, 'folder'));
    if (remote === null) throw new Error('no such folder');
    const place = { localPath: `/nowhere/${id}/${as?.account ?? 'a'}`, marker: `m${id}`, volumeId: 'v' };
    const linked = { ...place, account: as?.account ?? 'a', fingerprint, remote: { ...remote, parentId: null } };
    return store.root(store.addRoot(linked).id);
  };
  const root = await link(folder);
  return {
    bench,
    root,
    link,
    folderIn: async (parent, name) => made(await other.createFolder(parent, name)),
    fileIn: async (parentId, name, text = name) => made(await put(other, { kind: 'new', parentId, name }, text)),
    moveTo: async ({ id, kind, name }, parentId, as = name) =>
      made(await other.move({ id, kind, parentId, name: as, ifMatch: null })),
    trash: async ({ id, kind }) => {
      await other.trash({ id, kind, ifMatch: null });
    },
    restore: async ({ id, kind }) => {
      const answer = await callerOf(bench.service, bench.service.person.token).post(`/${kind}s/${id}`, {});
      if (answer.status !== 201) throw new Error(`not restored: ${answer.status}`);
    },
    paths: (of = root) => pathsIn(of, of.rootItemId),
    close: async () => {
      store.close();
      await bench.dispose();
    },
  };
}

const pathsIn = (root: RootStore, folder: ItemId): readonly string[] =>
  root.remoteChildren(folder).flatMap(({ id }) => [root.remotePath(id) ?? '?', ...pathsIn(root, id)]);
