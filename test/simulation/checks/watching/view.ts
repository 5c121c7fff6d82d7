import type { FileIdentity, ItemId, LocalId } from '../../../../main/engine/model/ids.ts';
import type { RootStore } from '../../../../main/engine/store/root-store.ts';
import { type Device, placeOf } from '../../world/device/device.ts';
import { filesBelow } from '../../world/device/virtual-disk.ts';
import { textOf } from '../../world/people/people.ts';
import type { Item, ServiceTruth } from '../../world/service/service-truth.ts';

/** A file or folder on a disk, as of now. `content` is null for folders. */
export type DiskNode = {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly content: string | null;
};

/** An item of the service below the root, as of now, live or not. */
export type ServiceNode = {
  readonly id: ItemId;
  /** Names from the root down, live or not. */
  readonly path: string;
  readonly isFolder: boolean;
  /** All contents it ever had, oldest first; empty for folders. */
  readonly contents: readonly string[];
  readonly isLive: boolean;
};

/** The ground truth for the checks. It bypasses the engine and all faults. */
export type View = {
  disk(device: string): readonly DiskNode[];
  /** All items that were ever below the root. */
  service(): readonly ServiceNode[];
  /** True if a person ever removed the item, or a folder above it, from the service. */
  wasRemoved(id: ItemId): boolean;
};

/**
 * The engine's node for the file or folder at a path of this disk. Two nodes can have one path: the second was moved over the first, which may be in
 * a folder that cannot be read.
 */
export function localIdAt(store: RootStore, disk: readonly DiskNode[], path: string): LocalId | undefined {
  const there = disk.find((node) => node.path === path);
  const known = there === undefined ? [] : store.localByIdentity(there.identity);
  return known.find(({ id }) => store.localPath(id) === path)?.id ?? store.localAt(path);
}

export function viewOf(devices: readonly Device[], service: ServiceTruth, root: Item): View {
  return {
    disk(device) {
      const found = devices.find(({ name }) => name === device)?.disk;
      const top = found?.look(placeOf(found)).inode ?? null;
      if (found === undefined || top === null) return [];
      return [...filesBelow(top)].map(([path, inode]) => ({
        path,
        identity: found.stat(inode).fingerprint.identity,
        content: inode.kind === 'file' ? textOf(inode.bytes) : null,
      }));
    },
    service: () =>
      [...service.items.values()].flatMap((item) => {
        const path = pathBelow(service, root, item);
        if (path === null || path === '') return [];
        const contents = item.versions.map((version) => textOf(version.bytes));
        return [
          { id: item.id, path, isFolder: item.kind === 'folder', contents, isLive: service.live(item.id) !== null },
        ];
      }),
    wasRemoved: (id) => service.live(id) === null || service.removed.has(id),
  };
}

/** Null: outside the root. */
function pathBelow(service: ServiceTruth, root: Item, item: Item): string | null {
  const names: string[] = [];
  for (let at: Item | undefined = item; at !== undefined; ) {
    if (at.id === root.id) return names.reverse().join('/');
    names.push(at.name);
    at = at.parentId === null ? undefined : service.items.get(at.parentId);
  }
  return null;
}
