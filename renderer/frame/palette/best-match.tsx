import { FolderPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { useItemActs } from '../../features/files/acts/item-acts.ts';
import { type Choice, useItemSteps } from '../../features/files/acts/item-steps.ts';
import { useSyncStates } from '../../features/files/state/sync-states.ts';
import { refusal } from '../../parts/toasts/done.ts';
import { useToast } from '../../parts/toasts/toasts.tsx';
import { useLateRefusal } from '../../state/bridge/late-refusals.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { folderOf, type Item, keyOf, may, nameOf } from '../../state/items/item.ts';
import { formatBytes } from '../../texts/format.ts';
import { shortcuts } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { entryLook, type PaletteEntry } from './palette-entry.ts';

const ShareDialog = lazyWithRetry(async () => (await import('../../features/files/acts/share-dialog.tsx')).ShareDialog);
const NewFolderDialog = lazyWithRetry(
  async () => (await import('../../features/files/acts/new-folder-dialog.tsx')).NewFolderDialog,
);

/** A dialog about an item that takes the place of the palette. */
export type Asked = { readonly what: 'share' | 'new-folder'; readonly item: Item };

/** The entry that Ctrl or Cmd with Shift and S runs. */
export const SHARE_BEST = 'best:share';

export type BestMatch = {
  readonly entries: readonly PaletteEntry[];
  /** The engine has not yet said whether the folder is on this computer. */
  readonly isLoading: boolean;
  /** Why the last action on it failed. */
  readonly refused: string | null;
};

/** The actions of its row that the palette offers too. */
const OFFERED = ['share', 'keep', 'free'] as const;
type Offered = (typeof OFFERED)[number];

/** What can be done with the first file or folder that was found: the actions of its row, and a new folder in it. */
export function useBestMatch(
  item: Item | undefined,
  on: { readonly ask: (asked: Asked) => void; readonly close: () => void },
): BestMatch {
  const tell = useToast();
  const late = useLateRefusal();
  const folder = item === undefined ? undefined : folderAbove(item);
  const sync = useSyncStates(folder);
  const key = item === undefined ? null : keyOf(item);
  const [refused, setRefused] = useState<{ readonly key: string | null; readonly message: string } | null>(null);
  const steps = useItemSteps(item === undefined ? [] : [item], {
    acts: useItemActs(folder?.id ?? '0', tell),
    sync,
    states: NO_STATES,
    isFound: true,
    isPanelShown: false,
    onAsk: () => item !== undefined && on.ask({ what: 'share', item }),
    onRefused: (error, [about] = []) => {
      // Another item may have been found by then, or the palette closed.
      if (about === undefined || keyOf(about) !== key) return tell(refusal(error));
      setRefused({ key, message: refusal(error).sentence });
      late(error);
    },
    onSelected: (choice, [about]) => about && tell({ sentence: outcomes[choice](nameOf(about)), undo: null }),
    onSelectedHere: on.close,
    ...NOTHING,
  });
  if (item === undefined) return { entries: [], isLoading: false, refused: null };
  const offered = OFFERED.flatMap((id) => {
    const step = steps.find((known) => known.id === id);
    if (step === undefined) return [];
    const { icon: Icon, run } = step;
    const detail = id === 'free' && item.type === 'folder' ? formatBytes(item.size ?? 0) : '';
    const keys = id === 'share' ? { keys: shortcuts.share } : {};
    return [{ id: idOf(id), label: labels[id](nameOf(item)), detail, icon: <Icon {...entryLook} />, ...keys, run }];
  });
  const entries = [...newFolder(item, on.ask), ...offered].map((entry) => ({ ...entry, ending: 'wait' as const }));
  return { entries, isLoading: sync.isLoading, refused: refused?.key === key ? refused.message : null };
}

const NO_STATES = new Map<string, never>();
const nothing = (): void => {};
/** Steps that are not offered here. */
const NOTHING = {
  onOpen: nothing,
  onLook: nothing,
  onDetails: nothing,
  selection: { clear: nothing, deselect: nothing },
};

const { shareNamed, keepNamed, freeNamed, newFolderIn, kept, freed } = texts.palette;
const idOf = (id: Offered): string => (id === 'share' ? SHARE_BEST : `best:${id}`);
const labels: Readonly<Record<Offered, (name: string) => string>> = {
  share: shareNamed,
  keep: keepNamed,
  free: freeNamed,
};
const outcomes: Readonly<Record<Choice, (name: string) => string>> = { synced: kept, not_synced: freed };

function newFolder(item: Item, ask: (asked: Asked) => void) {
  if (item.type !== 'folder' || !may(item, 'can_upload')) return [];
  return [
    {
      id: 'best:new-folder',
      label: newFolderIn(nameOf(item)),
      detail: '',
      icon: <FolderPlus {...entryLook} />,
      run: () => ask({ what: 'new-folder', item }),
    },
  ];
}

/** The folder that contains an item that was found, with the folders above it. */
function folderAbove(item: Item) {
  const folder = folderOf(item);
  if (folder === null) return undefined;
  const path = 'path_collection' in item ? item.path_collection : undefined;
  return { id: folder.id, ...(path === undefined ? {} : { path_collection: path }) };
}

/** The dialog of an action on the best match. */
export function BestMatchDialog({ what, item, onClose }: Asked & { onClose: () => void }): ReactNode {
  if (what === 'share') return <ShareDialog item={item} onClose={onClose} />;
  const show = (): void => {
    window.location.hash = hrefOf('files', { folder: item.id });
  };
  return <NewFolderDialog parentId={item.id} title={newFolderIn(nameOf(item))} onCreated={show} onClose={onClose} />;
}
