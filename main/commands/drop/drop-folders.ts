import type { RefusalMessage } from '../../../preload/words/message.ts';
import type { RemoteEntry } from '../../engine/model/entry.ts';
import { type ItemId, itemId } from '../../engine/model/ids.ts';
import { nameKey } from '../../engine/model/names/name-key.ts';
import type { DropRemote } from './drop-ports.ts';

/** Remote destination folders of one batch. Each is looked up once and created once, however many files it receives. */
export type DropFolders = {
  /** Opens the destination. Its name is empty if it is the account's root folder. */
  readonly destination: () => Promise<Refused | { readonly ok: true; readonly name: string }>;
  /** True if an item exists at this path below the destination. Changes nothing. */
  readonly isTaken: (segments: readonly string[]) => Promise<boolean>;
  /** Opens the folder at this path below the destination, and creates it if it is missing. */
  readonly open: (segments: readonly string[]) => Promise<OpenFolder>;
};

/** A taken name in a folder; `held`: reserved for a file of this batch. */
export type Child =
  | { readonly kind: 'file' | 'folder'; readonly id: ItemId; readonly name: string }
  | { readonly kind: 'held' };

type Opened = { readonly ok: true; readonly id: ItemId; readonly children: Map<string, Child> };
export type OpenFolder = Opened | Refused;

export type Refused = { readonly ok: false; readonly says: RefusalMessage };

const refusing = (says: RefusalMessage): Refused => ({ ok: false, says });

export function dropFolders(remote: DropRemote, destinationId: string, signal: AbortSignal): DropFolders {
  const { look, make } = foldersOn(remote, signal);
  const opening = new Map<string, Promise<OpenFolder>>();
  /** Folders whose last lookup failed. */
  const failed = new Set<string>();
  const keyOf = (segments: readonly string[]): string => segments.map(nameKey).join('/');

  /** As it was opened before, or failed to: an announcement asks once for each folder, however many files it has. */
  const known = (segments: readonly string[]): Promise<OpenFolder> => {
    const key = keyOf(segments);
    const before = opening.get(key);
    if (before !== undefined) return before;
    const opened = segments.length === 0 ? look(itemId(destinationId)) : openBelow(segments);
    opening.set(key, opened);
    opened.catch(() => failed.add(key));
    return opened;
  };
  /** A failed lookup fails the files that waited for it. The next one asks again. */
  const open = (segments: readonly string[]): Promise<OpenFolder> => {
    const key = keyOf(segments);
    if (failed.delete(key)) opening.delete(key);
    return known(segments);
  };
  const openBelow = async (segments: readonly string[]): Promise<OpenFolder> => {
    const name = segments.at(-1) ?? '';
    const parent = await open(segments.slice(0, -1));
    if (!parent.ok) return parent;
    const existing = parent.children.get(nameKey(name));
    if (existing === undefined) return make(parent, name);
    return existing.kind === 'folder' ? look(existing.id) : refusing({ code: 'drop_folder_is_file', args: { name } });
  };

  return {
    async destination() {
      const [opened, entry] = await Promise.all([open([]), remote.item(itemId(destinationId), 'folder', signal)]);
      if (!opened.ok) return opened;
      if (entry === null) return refusing({ code: 'drop_folder_gone', args: {} });
      return { ok: true, name: entry.parentId === null ? '' : entry.name };
    },
    open,
    async isTaken(segments) {
      let folder = await known([]);
      for (const [depth, name] of segments.entries()) {
        const child = folder.ok ? folder.children.get(nameKey(name)) : undefined;
        if (child === undefined) return false;
        if (depth === segments.length - 1 || child.kind !== 'folder') return true;
        folder = await known(segments.slice(0, depth + 1));
      }
      return false;
    },
  };
}

/** Lists and creates folders of the service. */
function foldersOn(remote: DropRemote, signal: AbortSignal) {
  const look = async (id: ItemId): Promise<OpenFolder> => {
    const listed = await remote.list(id, signal);
    if (listed === null) return refusing({ code: 'drop_folder_gone', args: {} });
    return { ok: true, id, children: new Map(listed.map((entry) => [nameKey(entry.name), entry])) };
  };
  /** The folder that another batch, or anyone else, has created since the parent was listed. */
  const folderIn = async (parent: ItemId, name: string): Promise<RemoteEntry | undefined> =>
    (await remote.list(parent, signal))?.find(
      (entry) => entry.kind === 'folder' && nameKey(entry.name) === nameKey(name),
    );
  const make = async (parent: Opened, name: string): Promise<OpenFolder> => {
    const created = await remote.createFolder(parent.id, name, signal);
    if (created.ok) {
      parent.children.set(nameKey(name), created.entry);
      return { ok: true, id: created.entry.id, children: new Map() };
    }
    const { reason, says } = created;
    const since = reason === 'taken' ? await folderIn(parent.id, name) : undefined;
    if (since !== undefined) {
      parent.children.set(nameKey(name), since);
      return look(since.id);
    }
    if (says === undefined) return refusing({ code: 'drop_folder_not_made', args: { name } });
    return refusing({ code: 'drop_not_started', args: { answer: says } });
  };
  return { look, make };
}
