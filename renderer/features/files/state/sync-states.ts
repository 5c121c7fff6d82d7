import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FolderStates } from '../../../../preload/ipc/shapes/scope.ts';
import type { RootStatus } from '../../../../preload/ipc/shapes/status.ts';
import { ask, type CommandRefused, useBridge } from '../../../state/bridge/bridge.ts';
import { useStatus } from '../../../state/bridge/session.ts';
import type { Item } from '../../../state/items/item.ts';
import type { Folder } from '../list/use-folder.ts';

/**
 * The sync state of a folder on this computer. `root`: it is one of the synced folders; `outside`: it is in none of them;
 * `unknown`: the engine has not seen it yet.
 */
export type FolderSync = 'synced' | 'not_synced' | 'partially_synced' | 'root' | 'outside' | 'unknown';

export type SyncStates = {
  /** The sync root that contains the current folder; null: none. */
  readonly rootId: number | null;
  readonly of: (item: Item) => FolderSync;
  /** How many files are in a subfolder, on all levels; null: unknown. */
  readonly filesIn: (item: Item) => number | null;
  /** The engine has not answered yet. */
  readonly isLoading: boolean;
};

/** A folder, and the folders above it. */
type Place = Pick<Folder, 'id' | 'path_collection'>;

/** The engine's answer about all subfolders of the current folder. */
export function useSyncStates(folder: Place | undefined): SyncStates {
  const bridge = useBridge();
  // The roots change with every status while files sync, which of them are here rarely.
  const rootId = useStatus(({ roots }) => rootAbove(roots, folder)?.id ?? null);
  const rootFolders = useStatus(({ roots }) => roots.map(({ remoteId }) => remoteId).join()) ?? '';
  const folderId = folder?.id;
  const { data, isLoading } = useQuery<FolderStates, CommandRefused>({
    queryKey: ['selection.states', rootId, folderId],
    queryFn: () => ask(bridge, 'selection.states', { rootId: rootId ?? 0, folderId: folderId ?? '' }),
    enabled: rootId !== null && folderId !== undefined,
  });
  return useMemo(() => {
    const places = new Map<string, number>();
    data?.ids.forEach((id, place) => places.set(id, place));
    const placeOf = (id: string): number => places.get(id) ?? -1;
    const kept = new Set(rootFolders.split(','));
    const of = ({ id }: Item): FolderSync => {
      if (kept.has(id)) return 'root';
      return rootId === null ? 'outside' : (data?.states[placeOf(id)] ?? 'unknown');
    };
    // While the listing is incomplete the numbers still grow.
    const filesIn = ({ id }: Item): number | null =>
      data?.isListed === true ? (data.files[placeOf(id)] ?? null) : null;
    return { rootId, of, filesIn, isLoading };
  }, [data, isLoading, rootFolders, rootId]);
}

function rootAbove(roots: readonly RootStatus[], folder: Place | undefined): RootStatus | undefined {
  if (folder === undefined) return undefined;
  const path = new Set([folder.id, ...(folder.path_collection?.entries ?? []).map(({ id }) => id)]);
  return roots.find(({ remoteId }) => path.has(remoteId));
}
