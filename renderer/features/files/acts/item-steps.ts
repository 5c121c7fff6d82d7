import {
  Cloud,
  Copy,
  Download,
  ExternalLink,
  Eye,
  FolderInput,
  FolderOpen,
  History,
  Info,
  Laptop,
  Pencil,
  Star,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { useMemo } from 'react';
import { MOST_IN_ARCHIVE } from '../../../../preload/ipc/shapes/content.ts';
import type { PathStatus } from '../../../../preload/ipc/shapes/path-state.ts';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { useKeptHere } from '../../../parts/problems/use-kept-here.ts';
import { copyLook } from '../../../parts/rows/copy-act.ts';
import type { RowAct } from '../../../parts/rows/row-act.ts';
import { setSelection } from '../../../parts/selection/set-selection.ts';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { ask, type CommandRefused, useBridge } from '../../../state/bridge/bridge.ts';
import { hrefOf } from '../../../state/hooks/route.ts';
import { leftOutOf, startArchive, startDownload } from '../../../state/items/download.ts';
import { setFavourite } from '../../../state/items/favourites.ts';
import { canShare, folderOf, type Item, nameOf } from '../../../state/items/item.ts';
import { openLink } from '../../../state/items/open-link.ts';
import type { PathStates } from '../../../state/items/path-states.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import { shortcuts } from '../../../texts/keys.ts';
import { texts } from '../../../texts/texts.ts';
import type { DetailsTab } from '../details/details-panel.tsx';
import type { SyncStates } from '../state/sync-states.ts';
import { hasOrTakesLink, useCopyLinks } from './copy-links.ts';
import type { ItemActs } from './item-acts.ts';
import { keptSteps } from './kept-steps.ts';
import { type SharedRights, sharedRights } from './shared-rights.ts';

/** The dialog of an action; a key on a row can open it too. */
export type Asking = 'rename' | 'move' | 'copy' | 'share';

export type StepsOf = {
  readonly acts: ItemActs;
  readonly sync: SyncStates;
  readonly states: Pick<PathStates, 'get'>;
  /** From a search, so its folder should be shown. */
  readonly isFound: boolean;
  readonly onAsk: (asking: Asking) => void;
  readonly onOpen: (item: Item) => void;
  readonly onLook: (item: Item) => void;
  /** Null: the tab that was open last. */
  readonly onDetails: (item: Item, tab: DetailsTab | null) => void;
  /** The details are beside the list already. */
  readonly isPanelShown: boolean;
  readonly selection: {
    readonly clear: () => void;
    /** After an action, when the selection may be about other items. */
    readonly deselect: (items: readonly Item[]) => void;
  };
  /** The selection may be about other items by then. `about`: the folders that stay as they were on this computer. */
  readonly onRefused: (error: CommandRefused, about?: readonly Item[]) => void;
  /** After the engine accepted whether folders are on this computer. */
  readonly onSelected?: (choice: Choice, items: readonly Item[]) => void;
  /** The same, unless the page of the action is gone by then. */
  readonly onSelectedHere?: () => void;
};

/** The table of actions without those that the role forbids. */
export function useItemSteps(chosen: readonly Item[], of: StepsOf): readonly RowAct[] {
  const { onRefused } = of;
  const others = { refused: (error: CommandRefused) => onRefused(error) };
  const openUrl = useServiceAction(openLink, undefined, others);
  const tell = useToast();
  const download = useServiceAction(keep, (said) => said !== null && tell({ sentence: said, undo: null }), others);
  const select = useServiceAction(
    (bridge, { rootId, items, state }: Selection) =>
      setSelection(
        bridge,
        rootId,
        items.map(({ id }) => ({ folderId: id, state })),
      ),
    (_, { state, items }) => of.onSelected?.(state, items),
    { refused: (error, { items }) => onRefused(error, items) },
  );
  const choose = (state: Choice): void =>
    select.mutate({ rootId: of.sync.rootId ?? 0, items: chosen, state }, { onSuccess: () => of.onSelectedHere?.() });
  const reveal = useServiceAction(revealHere, undefined, others);
  const open = useServiceAction(openHere, undefined, others);
  const kept = useKeptHere(onRefused);
  const copy = useCopyLinks();
  const isDesktop = useBridge().host === 'electron';
  const mark = useServiceAction(
    (bridge, item: Item) => setFavourite(bridge, item, true),
    // Without undo: it may have been a favourite before.
    (_, item) => tell({ sentence: texts.library.added(nameOf(item)), undo: null }),
    others,
  );
  const rights = useMemo(() => sharedRights(chosen, of.sync.of), [chosen, of.sync.of]);
  const [only] = chosen;
  const single = chosen.length === 1 ? only : undefined;
  if (only === undefined) return [];
  return [
    ...(single === undefined ? [] : lookSteps(single, of, (url) => openUrl.mutate(url))),
    ...(single === undefined || !isDesktop
      ? []
      : hereSteps(single, of, {
          open: (place) => open.mutate(place),
          reveal: (place) => reveal.mutate(place),
        })),
    ...(single === undefined ? shareAllSteps(chosen, rights, of, copy) : []),
    ...downloadStep(rights, download.isPending, () => download.mutate(chosen)),
    ...(single === undefined ? [] : shareSteps(single, of, copy)),
    ...(single === undefined ? [] : [favouriteStep(() => mark.mutate(single))]),
    ...changeSteps(rights, single !== undefined, of),
    ...syncSteps(rights, of.sync, choose),
    ...(single === undefined ? [] : keptSteps(single, of.states, kept.mutate)),
    ...(rights.canDelete ? [trashStep(chosen, of)] : []),
  ];
}

const trashStep = (chosen: readonly Item[], { acts, selection }: StepsOf): RowAct => ({
  id: 'trash',
  icon: Trash2,
  label: texts.files.delete,
  group: 'remove',
  shortcut: shortcuts.trash,
  run: () => acts.trash(chosen, selection.deselect),
});

function lookSteps(
  item: Item,
  { isFound, isPanelShown, onOpen, onLook, onDetails }: StepsOf,
  openUrl: (url: string) => void,
): RowAct[] {
  const folder = folderOf(item);
  const open: RowAct = {
    id: 'open',
    icon: item.type === 'web_link' ? ExternalLink : FolderOpen,
    label: texts.files.open,
    group: 'look',
    shortcut: 'Enter',
    run: () => (item.type === 'web_link' ? openUrl(item.url ?? '') : onOpen(item)),
  };
  const look: RowAct = {
    id: 'look',
    icon: Eye,
    label: texts.files.quickLook,
    group: 'look',
    shortcut: texts.files.spaceKey,
    run: () => onLook(item),
  };
  const show = (id: string): RowAct => ({
    id: 'show',
    icon: FolderOpen,
    label: texts.files.showInFolder,
    group: 'look',
    run: () => {
      window.location.hash = hrefOf('files', { folder: id, ...(item.type === 'file' ? { file: item.id } : {}) });
    },
  });
  const details: RowAct = {
    id: 'details',
    icon: Info,
    label: texts.manage.details,
    group: 'look',
    isOnlyInMenu: true,
    run: () => onDetails(item, null),
  };
  const first = [item.type === 'file' ? look : open, ...(isPanelShown ? [] : [details])];
  return [...first, ...(isFound && folder !== null ? [show(folder.id)] : [])];
}

type PlaceHere = { readonly rootId: number; readonly path: string };

const revealHere = (bridge: TandemBridge, place: PlaceHere) => ask(bridge, 'root.reveal', place);
const openHere = (bridge: TandemBridge, place: PlaceHere) => ask(bridge, 'root.open', place);

/** The states of an item that has a file or folder on this computer. */
const HERE: ReadonlySet<PathStatus> = new Set(['synced', 'conflict', 'waiting', 'blocked']);

/** Opens the file or folder on this computer itself, or shows it in its folder. */
function hereSteps(
  item: Item,
  { states }: StepsOf,
  run: { readonly open: (place: PlaceHere) => void; readonly reveal: (place: PlaceHere) => void },
): RowAct[] {
  const { rootId, path, status } = states.get(item.id) ?? { rootId: null, path: null, status: 'unknown' };
  if (rootId === null || path === null || !HERE.has(status)) return [];
  const common = { group: 'look', isOnlyInMenu: true } as const;
  const { open: openLabel, showHere } = texts.files;
  return [
    ...(item.type === 'file'
      ? [{ id: 'open-here', icon: ExternalLink, label: openLabel, run: () => run.open({ rootId, path }), ...common }]
      : []),
    { id: 'reveal', icon: Laptop, label: showHere, run: () => run.reveal({ rootId, path }), ...common },
  ];
}

/** In an archive, a bookmark becomes a file that opens it. */
function downloadStep({ canDownload }: SharedRights, isPending: boolean, run: () => void): RowAct[] {
  if (!canDownload) return [];
  const label = isPending ? texts.files.preparing : texts.files.download;
  return [{ id: 'download', icon: Download, label, group: 'look', isPending, run }];
}

const shareStep = ({ onAsk }: StepsOf): RowAct => ({
  id: 'share',
  icon: UserPlus,
  label: texts.files.share,
  group: 'share',
  shortcut: shortcuts.share,
  run: () => onAsk('share'),
});

type CopyLinks = (items: readonly Item[]) => void;

function shareSteps(item: Item, of: StepsOf, copy: CopyLinks): RowAct[] {
  if (item.type === 'web_link') return copySteps(item, copy);
  const versions: RowAct = {
    id: 'versions',
    icon: History,
    label: texts.details.tabs.versions,
    group: 'share',
    run: () => of.onDetails(item, 'versions'),
  };
  return [
    ...(canShare(item) ? [shareStep(of)] : []),
    ...copySteps(item, copy),
    ...(item.type === 'file' ? [versions] : []),
  ];
}

const copySteps = (item: Item, copy: CopyLinks): RowAct[] =>
  hasOrTakesLink(item) ? [{ ...copyStep([item], copy), isOnlyInMenu: true }] : [];

const copyStep = (items: readonly Item[], copy: CopyLinks): RowAct => ({ ...copyLook(), run: () => copy(items) });

/** Each invitation is a request for each item. */
const MOST_SHARED = 100;

/** Several items are shared in one dialog, and their links copied together. */
function shareAllSteps(
  items: readonly Item[],
  { canShare: isShared, hasLink }: SharedRights,
  of: StepsOf,
  copy: CopyLinks,
): RowAct[] {
  return [
    ...(isShared && items.length <= MOST_SHARED ? [shareStep(of)] : []),
    ...(hasLink ? [copyStep(items, copy)] : []),
  ];
}

const favouriteStep = (run: () => void): RowAct => ({
  id: 'favourite',
  icon: Star,
  label: texts.library.add,
  group: 'share',
  isOnlyInMenu: true,
  run,
});

function changeSteps({ canRename, canCopy }: SharedRights, isSingle: boolean, { onAsk }: StepsOf): RowAct[] {
  const { rename, move, copy } = texts.files;
  const group = 'change';
  return [
    ...(canRename && isSingle
      ? [{ id: 'rename', icon: Pencil, label: rename, group, shortcut: 'F2', run: () => onAsk('rename') } as const]
      : []),
    ...(canRename ? [{ id: 'move', icon: FolderInput, label: move, group, run: () => onAsk('move') } as const] : []),
    ...(canCopy ? [{ id: 'copy', icon: Copy, label: copy, group, run: () => onAsk('copy') } as const] : []),
  ];
}

/** Whether folders are on this computer. */
export type Choice = 'synced' | 'not_synced';

/** Selective sync of the selected folders. Deselected folders stay on the service. */
function syncSteps({ folderSyncs: states }: SharedRights, sync: SyncStates, run: (state: Choice) => void): RowAct[] {
  if (sync.rootId === null || states === null || states.has('root') || states.has('outside') || states.has('unknown'))
    return [];
  const isPartly = states.has('partially_synced');
  const { keepHere, dropHere } = texts.files;
  const group = 'change';
  return [
    ...(isPartly || states.has('not_synced')
      ? [{ id: 'keep', icon: Laptop, label: keepHere, group, run: () => run('synced') } as const]
      : []),
    ...(isPartly || states.has('synced')
      ? [{ id: 'free', icon: Cloud, label: dropHere, group, run: () => run('not_synced') } as const]
      : []),
  ];
}

/** Downloads a file as is, and a folder or several items as one archive. Resolves with what is said about it, if anything. */
async function keep(bridge: TandemBridge, chosen: readonly Item[]): Promise<string | null> {
  const [first] = chosen;
  const single = chosen.length === 1 ? first : undefined;
  if (single?.type === 'file') {
    await startDownload(bridge, { fileId: single.id });
    return null;
  }
  if (chosen.length > MOST_IN_ARCHIVE) return texts.files.tooManyAtOnce(MOST_IN_ARCHIVE);
  const name = single === undefined ? texts.files.archiveOf(chosen.length) : nameOf(single);
  return leftOutOf(await startArchive(bridge, { name, items: chosen }));
}

type Selection = { readonly rootId: number; readonly items: readonly Item[]; readonly state: Choice };
