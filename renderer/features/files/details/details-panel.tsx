import { Ellipsis, Eye, UserPlus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { MenuPoint } from '../../../components/collection/use-grid.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TabStrip } from '../../../components/controls/tabs/tab-strip.tsx';
import { Tip } from '../../../components/controls/tip.tsx';
import { Deferred } from '../../../components/layout/deferred.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { canShare, type Item, may, nameOf } from '../../../state/items/item.ts';
import type { PathStates } from '../../../state/items/path-states.ts';
import { useService } from '../../../state/service/service.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { CommentsTab } from '../discussion/comments-tab.tsx';
import { Thumbnail } from '../list/thumbnail.tsx';
import { ItemState, type ItemStates } from '../state/item-state.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { CURRENT_UPLOAD } from './current-upload.ts';
import { LabelsTab } from './labels-tab.tsx';
import { LinkTab } from './link/link-tab.tsx';
import { PreviewTab } from './preview-tab.tsx';
import { RequestTab } from './request-tab.tsx';
import { Sharing } from './sharing.tsx';
import { VersionsTab } from './versions-tab.tsx';
import { WebhooksTab } from './webhooks-tab.tsx';

export type DetailsTab = keyof typeof texts.details.tabs;

export const isDetailsTab = (tab: string | null): tab is DetailsTab =>
  tab !== null && Object.hasOwn(texts.details.tabs, tab);

export type ItemActions = {
  readonly onLook: (item: Item) => void;
  readonly onShare: (item: Item) => void;
  /** Opens the menu of its row. */
  readonly onMenu: (at: MenuPoint) => void;
};

/** The details of one item next to the list. `tab`: the last viewed tab, kept across items. */
export function DetailsPanel({
  item,
  state,
  tab,
  onTab,
  on,
  isSheet,
  onClose,
}: {
  readonly item: Item;
  readonly state: ItemStates;
  readonly tab: DetailsTab;
  readonly onTab: (tab: DetailsTab) => void;
  /** Null: the item has left the list. */
  readonly on: ItemActions | null;
  readonly isSheet: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const label = texts.files.details(nameOf(item));
  return (
    <SidePanel
      label={label}
      title={nameOf(item)}
      detail={
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 wrap-anywhere tabular-nums">
            <About item={item} />
          </span>
          {item.type !== 'web_link' && <ItemState item={item} {...state} />}
        </div>
      }
      {...(item.type === 'file' ? { picture: <Picture item={item} /> } : {})}
      {...(item.type === 'file' && on !== null ? { corner: <LookButton item={item} {...on} /> } : {})}
      icon={<ItemIcon item={item} size={32} />}
      {...(on === null ? {} : { actions: <Actions item={item} {...on} /> })}
      place={isSheet ? 'sheet' : 'edge'}
      onClose={onClose}
    >
      <Deferred>
        <DetailsTabs item={item} states={state.states} tab={tab} onTab={onTab} />
      </Deferred>
    </SidePanel>
  );
}

/** Renders when the item or the tab changes, and not with each other change of the page. */
const DetailsTabs = memo(function DetailsTabs({
  item,
  states,
  tab,
  onTab,
}: {
  item: Item;
  states: PathStates;
  tab: DetailsTab;
  onTab: (tab: DetailsTab) => void;
}): ReactNode {
  const counts = useCounts(item);
  const tabs = tabsOf(item);
  const [first] = tabs;
  return (
    <TabStrip
      label={texts.files.details(nameOf(item))}
      tabs={tabs.map((id) => ({
        id,
        label: texts.details.tabs[id],
        count: counts[id] ?? null,
        content: contentOf(id, item, states),
      }))}
      selected={tabs.includes(tab) ? tab : first}
      onSelect={(chosen) => onTab(tabs.find((id) => id === chosen) ?? first)}
      className="flex flex-1 flex-col p-4"
    />
  );
});

/** How many versions and comments there are, as far as it is known. */
function useCounts(item: Item): Partial<Record<DetailsTab, number>> {
  const request = item.type === 'file' ? { params: { file_id: item.id }, query: { limit: 1 } } : null;
  const earlier = useService('listVersions', request, totalOf).data;
  const comments = useService('listComments', request, totalOf).data;
  return {
    ...(earlier === undefined ? {} : { versions: earlier + 1 }),
    ...(comments === undefined || comments === 0 ? {} : { comments }),
  };
}

const totalOf = ({ total_count: total, entries }: { total_count?: number; entries: readonly unknown[] }): number =>
  total ?? entries.length;

function LookButton({ item, onLook }: Pick<ItemActions, 'onLook'> & { item: Item }): ReactNode {
  return (
    <Tip text={texts.files.quickLook}>
      <Button kind="ghost" icon className="bg-card" aria-label={texts.files.quickLook} onPress={() => onLook(item)}>
        <Eye aria-hidden className="size-4" />
      </Button>
    </Tip>
  );
}

function Actions({ item, onShare, onMenu }: ItemActions & { item: Item }): ReactNode {
  return (
    <>
      {canShare(item) && (
        <Button size="row" onPress={() => onShare(item)}>
          <UserPlus aria-hidden className="size-4" />
          {texts.details.share}
        </Button>
      )}
      <Button
        kind="ghost"
        size="row"
        icon
        aria-haspopup="menu"
        aria-label={texts.files.actionsOf(nameOf(item))}
        onPress={({ target }) => onMenu(below(target))}
      >
        <Ellipsis aria-hidden className="size-4" />
      </Button>
    </>
  );
}

function tabsOf(item: Item): readonly [DetailsTab, ...DetailsTab[]] {
  if (item.type === 'web_link') return ['link'];
  return item.type === 'file'
    ? ['activity', 'versions', 'comments', 'sharing', 'preview', 'labels', 'webhooks']
    : ['activity', 'sharing', 'request', 'labels', 'webhooks'];
}

function contentOf(id: DetailsTab, item: Item, states: PathStates): ReactNode {
  if (id === 'link') return <LinkTab item={item} link={item.shared_link ?? null} />;
  if (item.type === 'web_link') return null;
  switch (id) {
    case 'activity':
      return <ActivityTab item={item} states={states} />;
    case 'preview':
      return item.type === 'file' ? <PreviewTab item={item} /> : null;
    case 'comments':
      return item.type === 'file' ? <CommentsTab file={item} /> : null;
    case 'versions':
      return <VersionsTab fileId={item.id} canDownload={may(item, 'can_download')} />;
    case 'sharing':
      return (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Sharing item={item} edge="panel" />
        </div>
      );
    case 'request':
      return item.type === 'folder' ? <RequestTab folder={item} /> : null;
    case 'labels':
      return <LabelsTab item={item} />;
    case 'webhooks':
      return <WebhooksTab item={item} />;
  }
}

/** The thumbnail of a file, or its icon, so that the head never changes its height. The first lines of a text would be recorded as a download. */
const Picture = ({ item }: { item: Item }): ReactNode => (
  <div data-testid="picture" className="grid h-44 place-items-center overflow-hidden bg-side max-sm:h-28">
    <Thumbnail item={item} fallback={<ItemIcon item={item} size={64} />} />
  </div>
);

function below(button: Element): MenuPoint {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** Its size, and its version if there were others. */
function About({ item }: { item: Item }): ReactNode {
  const { versions = 1 } = useCounts(item);
  const current = item.type === 'file' ? { params: { file_id: item.id }, query: { fields: CURRENT_UPLOAD } } : null;
  const number = useService('getFile', current, ({ version_number: of }) => of).data;
  if (item.type === 'web_link') return item.url;
  const size = formatBytes(item.size ?? 0);
  return versions > 1 && number !== undefined ? `${size} · ${texts.details.versionNow(number)}` : size;
}
