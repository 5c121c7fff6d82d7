import { LayoutGrid, List } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { FilesView } from '../../../preload/ipc/shapes/window-choices.ts';
import { SwitchGroup } from '../../components/controls/choices/switch-group.tsx';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { Select } from '../../components/controls/select.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { type DropData, dropData } from '../../parts/drag/drop-target.ts';
import type { RowAct } from '../../parts/rows/row-act.ts';
import { refusal } from '../../parts/toasts/done.ts';
import { useToast } from '../../parts/toasts/toasts.tsx';
import { hrefOf, replaceRoute } from '../../state/hooks/route.ts';
import { useIsNarrow } from '../../state/hooks/use-is-narrow.ts';
import { type Item, keyOf } from '../../state/items/item.ts';
import { openLink } from '../../state/items/open-link.ts';
import { useKeptChoice } from '../../state/preferences/kept-choice.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { useItemActs } from './acts/item-acts.ts';
import { useStepsOn } from './acts/steps-on.tsx';
import { AddButtons, type Adding, AddMenu, EmptyFolder, useAdding } from './adding.tsx';
import { Crumbs, titleOf } from './crumbs.tsx';
import { type DetailsTab, isDetailsTab } from './details/details-panel.tsx';
import { useDetailsPanel } from './details/use-details-panel.tsx';
import { type ItemDrag, useItemDrag } from './drag/use-item-drag.tsx';
import { FindFile } from './find-file.tsx';
import { FilesGrid } from './list/files-grid.tsx';
import { FilterChips } from './list/filter-chips.tsx';
import { ItemsFrame } from './list/items-frame.tsx';
import { searchPlaces } from './list/search.ts';
import { type Search, type ShownItems, useShownItems } from './list/shown-items.ts';
import { type Folder, useFolder, useFolderTotals } from './list/use-folder.ts';
import type { LookedFile } from './look/looked-file.ts';
import { QuickLook } from './look/quick-look.tsx';
import type { ItemStates } from './state/item-state.tsx';
import { useSyncStates } from './state/sync-states.ts';

const TOP = '0';

/** The service's folders and files, one folder at a time; the URL keeps which. */
export function FilesPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  // The tab stays when another file is selected.
  const [tab, setTab] = useState<DetailsTab>('activity');
  const drag = useItemDrag();
  const [folderId, fileId] = [parameters.get('folder'), parameters.get('file')];
  const details = parameters.get('details');
  const isAsked = useAskedTab(folderId === null ? null : details, setTab);
  useEffect(() => {
    // Without the parameter, the next link to the same file leads there again.
    if (folderId !== null && fileId !== null && isAsked) {
      replaceRoute(hrefOf('files', { folder: folderId, file: fileId }));
    }
  }, [folderId, fileId, isAsked]);
  if (folderId === null && fileId !== null) return <FindFile fileId={fileId} details={details} />;
  // The selection of one folder does not apply to the next.
  return (
    <>
      <FolderView
        key={`${folderId} ${fileId}`}
        folderId={folderId ?? TOP}
        fileId={fileId}
        asked={isAsked && fileId !== null ? `file:${fileId}` : null}
        tab={tab}
        onTab={setTab}
        drag={drag}
      />
      {drag.drawn}
    </>
  );
}

/** Shows the tab of the details that a link asks for. True while it does. */
function useAskedTab(wanted: string | null, onTab: (tab: DetailsTab) => void): boolean {
  const tab = isDetailsTab(wanted) ? wanted : null;
  const [reached, reach] = useState<DetailsTab | null>(null);
  if (tab !== reached) {
    reach(tab);
    if (tab !== null) onTab(tab);
  }
  return tab !== null;
}

type FolderViewProps = {
  readonly folderId: string;
  /** The initially selected file. */
  readonly fileId: string | null;
  /** The key of the file whose details a link asks for. */
  readonly asked: string | null;
  readonly tab: DetailsTab;
  readonly onTab: (tab: DetailsTab) => void;
  readonly drag: ItemDrag;
};

function FolderView({ folderId, fileId, asked, tab, onTab, drag }: FolderViewProps): ReactNode {
  const folder = useFolder(folderId);
  const list = useShownItems(folderId, fileId);
  const { listing, search, select, chosen, states } = list;
  const sync = useSyncStates(folder.data);
  const state = useMemo(() => ({ states, syncOf: sync.of }), [states, sync.of]);
  const acts = useItemActs(folderId, useToast());
  const [view, onView] = useKeptChoice('filesView');
  const { adding, drawn } = useAddingTo(folder.data);
  const choose = (item: Item): void => select(new Set([keyOf(item)]));
  const panel = useDetailsPanel(list, { tab, onTab, asked, onOpen: choose, onClose: list.clear });
  const look = useLook(listing.entries, state, choose, (file) => panel.open(file, 'versions'));
  const steps = useStepsOn(chosen, {
    acts,
    sync,
    states,
    isFound: search.isOn,
    onChoose: choose,
    onOpen: useOpening(look.at),
    onLook: look.at,
    onDetails: panel.open,
    hasPanel: !panel.isSheet,
    isPanelShown: panel.isShown,
    selection: list,
  });
  return (
    // The panel is beside the whole page, so what is above the rows must keep its height when it opens: no row moves under the pointer.
    <div
      className="group/page flex min-h-0 flex-1"
      {...dropHere(folder.data)}
      {...drag.handlersOf({ rows: listing.entries, chosen, shown: folderId, onMoved: list.deselect })}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-4 px-4 pb-6 max-sm:pb-4 max-sm:[--list-end:4.5rem] md:px-8 [&>.page-header]:-mb-4">
        <PageHead folder={folder.data} adding={isEmptyFolder(list) ? null : adding} {...{ view, onView, chosen }} />
        <SearchBar
          folder={folder.data}
          isCovered={view === 'grid' && steps.isBarShown}
          {...{ search, view, onView, passing: passingOf(list) }}
        />
        <div className="flex min-h-[min(24rem,60svh)] flex-1 flex-col">
          <ItemsFrame listing={listing} search={search} view={view} empty={<EmptyFolder adding={adding} />}>
            <FilesGrid
              list={list}
              state={state}
              filesIn={sync.filesIn}
              {...steps.rows}
              view={view}
              isHeadCovered={steps.isBarShown}
              path={pathOf(folder.data)}
            />
            {steps.drawn}
          </ItemsFrame>
        </div>
      </div>
      {drawn}
      {steps.question}
      {panel.draw(state, steps.rows)}
      {look.draw(steps.steps)}
    </div>
  );
}

/** Null: your role forbids it. */
function useAddingTo(folder: Folder | undefined): { readonly adding: Adding | null; readonly drawn: ReactNode } {
  const { adding, drawn } = useAdding(
    folder === undefined ? null : { folderId: folder.id, name: titleOf(folder.id, folder.name ?? '') },
  );
  return { adding: folder?.permissions?.can_upload === false ? null : adding, drawn };
}

const isEmptyFolder = ({ listing, search }: ShownItems): boolean =>
  !listing.isPending && listing.error === null && listing.entries.length === 0 && !search.isOn && !search.isFiltered;

/** The actions that Quick Look has as buttons. */
const LOOK_ACTS = ['share', 'open-here', 'download'] as const;

/** Quick Look: the previewed file, and its dialog. */
function useLook(
  items: readonly Item[],
  state: ItemStates,
  onFile: (file: Item) => void,
  onDetails: (file: Item) => void,
): { readonly at: (item: Item) => void; readonly draw: (acts: readonly RowAct[]) => ReactNode } {
  const [looked, look] = useState<LookedFile | null>(null);
  const at = (item: Item): void => {
    onFile(item);
    if (item.type === 'file') look(item);
  };
  const close = (): void => look(null);
  const draw = (acts: readonly RowAct[]): ReactNode =>
    looked !== null && (
      <QuickLook
        file={looked}
        files={items.filter((item) => item.type === 'file')}
        state={state}
        acts={LOOK_ACTS.flatMap((wanted) => acts.filter(({ id }) => id === wanted))}
        onFile={at}
        onDetails={() => {
          close();
          onDetails(looked);
        }}
        onClose={close}
      />
    );
  return { at, draw };
}

/** Opens an item: a folder in the list, a bookmark in the browser, a file in the panel. */
function useOpening(onFile: (file: Item) => void): (item: Item) => void {
  const tell = useToast();
  const openBookmark = useServiceAction(openLink, undefined, { refused: (error) => tell(refusal(error)) });
  return (item) => {
    if (item.type === 'folder') window.location.hash = hrefOf('files', { folder: item.id });
    else if (item.type === 'web_link') openBookmark.mutate(item.url ?? '');
    else onFile(item);
  };
}

/** In a narrow window only the title: the other controls are beside the search and above the bottom bar. */
const PageHead = memo(function PageHead({
  folder,
  adding,
  view,
  onView,
  chosen,
}: Viewing & {
  folder: Folder | undefined;
  /** Null: without buttons. */
  adding: Adding | null;
  /** Something is selected. */
  chosen: readonly Item[];
}): ReactNode {
  const isNarrow = useIsNarrow();
  const title = <Crumbs folder={folder} />;
  if (isNarrow) {
    return (
      <>
        <PageHeader title={title} />
        {adding !== null && chosen.length === 0 && <AddMenu adding={adding} />}
      </>
    );
  }
  return (
    <PageHeader title={title} isOneLine>
      <ViewSwitch view={view} onView={onView} />
      {adding !== null && <AddButtons adding={adding} />}
    </PageHeader>
  );
});

type Viewing = { readonly view: FilesView; readonly onView: (view: FilesView) => void };

const ViewSwitch = ({ view, onView }: Viewing): ReactNode => (
  <SwitchGroup
    label={texts.files.view}
    options={[
      { id: 'list', label: texts.files.views.list, icon: List },
      { id: 'grid', label: texts.files.views.grid, icon: LayoutGrid },
    ]}
    value={view}
    onChange={onView}
  />
);

/** Where items dropped beside the rows go: this folder, or nowhere until it is known. */
function dropHere(folder: Folder | undefined): DropData {
  if (folder === undefined) return { 'data-drop-folder': '' };
  return dropData(
    { folderId: folder.id, name: titleOf(folder.id, folder.name ?? '') },
    { above: pathOf(folder).slice(0, -1), mayAdd: folder.permissions?.can_upload !== false },
  );
}

/** The ids from the top folder down to this one. */
const pathOf = (folder: Folder | undefined): readonly string[] =>
  folder === undefined ? [] : [...(folder.path_collection?.entries ?? []).map(({ id }) => id), folder.id];

const SearchBar = memo(function SearchBar({
  search,
  folder,
  isCovered,
  passing,
  ...viewing
}: Viewing & {
  search: Search;
  folder: Folder | undefined;
  /** The selection bar is in its place; in a narrow window, it is in the head of the page. */
  isCovered: boolean;
  passing: number | null;
}): ReactNode {
  const isNarrow = useIsNarrow();
  return (
    <div
      className={classNames('@container flex min-w-0 items-center gap-2 max-md:flex-wrap', isCovered && 'sm:invisible')}
    >
      <div className="flex min-w-0 items-center gap-2 max-sm:w-full max-sm:[&>:first-child]:flex-1 md:min-w-40 md:max-w-70 md:flex-1">
        <SearchBox label={findLabel(search, folder)} value={search.word} onChange={search.setWord} />
        {isNarrow && <ViewSwitch {...viewing} />}
      </div>
      {search.isOn && search.hasPlaces && (
        <Select
          isInline
          label={texts.files.findWhere}
          options={searchPlaces.map((id) => ({ id, label: texts.files.findPlaces[id] }))}
          value={search.place}
          onChange={search.setPlace}
        />
      )}
      <FilterChips search={search} />
      {!search.isOn && (!search.isFiltered || passing !== null) && folder !== undefined && (
        <FolderTotals folderId={folder.id} passing={passing} />
      )}
    </div>
  );
});

/** The search box says where it searches. */
function findLabel({ place }: Search, folder: Folder | undefined): string {
  const isHere = place === 'folder' && folder !== undefined && folder.id !== TOP;
  return isHere ? texts.files.findIn(folder.name ?? '') : texts.files.find;
}

/** How many items pass the filters; null: there are none, or the folder is not read to its end. */
const passingOf = ({ search, listing }: ShownItems): number | null =>
  search.isFiltered && !listing.isPending && !listing.hasMore ? listing.entries.length : null;

function FolderTotals({ folderId, passing }: { folderId: string; passing: number | null }): ReactNode {
  const totals = useFolderTotals(folderId);
  const count = totals?.item_collection?.total_count;
  if (count === undefined) return null;
  return (
    <p className="@max-2xl:hidden ms-auto shrink-0 self-center text-dim text-small tabular-nums max-sm:hidden">
      {passing === null ? texts.files.inFolder(count, totals?.size ?? null) : texts.files.passing(passing, count)}
    </p>
  );
}
