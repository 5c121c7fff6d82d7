import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SelectionTree } from '../../../preload/ipc/shapes/scope.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ask, CommandRefused, useBridge } from '../../state/bridge/bridge.ts';
import { useKeptPairs } from '../../state/preferences/kept-text.ts';
import { type Folders, foldersOf } from './choices.ts';

/** Refetches at this interval while the service is still being listed and the tree grows. */
const LISTING_EVERY_MS = 1_000;
const KEY = 'selection.tree';
const OPEN = 'open';
const CLOSED = 'closed';

/** The folders of a root, each level loaded when it is first expanded, and kept: choices in a collapsed folder still count. */
export type Selection = {
  /** Null: not loaded yet. */
  readonly folders: Folders | null;
  /** False: the root, or a level that was expanded, is not loaded yet, so choices in it are unknown. */
  readonly isRead: boolean;
  readonly open: ReadonlySet<string>;
  readonly isListed: boolean;
  readonly error: CommandRefused | null;
  setOpen(id: string, isOpen: boolean): void;
  /** Refetches all loaded levels; resolves once they are here, or refused. */
  again(): Promise<void>;
};

export function useSelection(rootId: number): Selection {
  const bridge = useBridge();
  const queries = useQueryClient();
  const [kept, keep] = useKeptPairs(`selection.${rootId}.open`);
  const open: ReadonlySet<string> = new Set(kept.filter(([, state]) => state !== CLOSED).map(([id]) => id));
  const levels: readonly (string | null)[] = [null, ...kept.map(([id]) => id)];
  const answers = useQueries({
    queries: levels.map((folderId) => levelOf(bridge, rootId, folderId)),
  });
  const trees = answers.map(({ data }) => data).filter((data) => data !== undefined);
  const [top] = answers;
  const folders = top?.data === undefined ? null : foldersOf(trees);
  return {
    folders,
    open,
    isRead: folders !== null && answers.every(({ isPending }) => !isPending),
    isListed: top?.data?.isListed ?? false,
    error: top?.error instanceof CommandRefused ? top.error : null,
    setOpen: (id, isOpen) => {
      const others = kept.filter(([other]) => other !== id);
      keep([...others, [id, isOpen ? OPEN : CLOSED]]);
    },
    again: () => queries.invalidateQueries({ queryKey: [KEY, rootId] }),
  };
}

/** The whole of a root and what of it is chosen for this computer; undefined: not loaded yet. */
export function useChosenAmount(
  rootId: number,
): Pick<SelectionTree, 'files' | 'bytes' | 'chosenFiles' | 'chosenBytes' | 'isListed'> | undefined {
  return useQuery(levelOf(useBridge(), rootId, null)).data;
}

/** A query of one level of the tree. */
const levelOf = (bridge: TandemBridge, rootId: number, folderId: string | null) => ({
  queryKey: [KEY, rootId, folderId],
  queryFn: () => ask(bridge, KEY, folderId === null ? { rootId } : { rootId, folderId }),
  refetchInterval: ({ state }: { state: { data: SelectionTree | undefined } }) =>
    state.data?.isListed === false ? LISTING_EVERY_MS : (false as const),
});
