import { Ellipsis, Eye, UserPlus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { MenuPoint } from '../../../components/collection/use-grid.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TabStrip } from '../../../components/controls/tab-strip.tsx';
import { Deferred } from '../../../components/layout/deferred.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { canShare, type Item, may, nameOf } from '../../../state/items/item.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { CommentsTab } from '../discussion/comments-tab.tsx';
import { Thumbnail, thumbnailOf } from '../list/thumbnail.tsx';
import { ItemState, type ItemStates } from '../state/item-state.tsx';
import { LabelsTab } from './labels-tab.tsx';
import { LinkTab } from './link-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { PreviewTab } from './preview-tab.tsx';
import { RequestTab } from './request-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';
import { WebhooksTab } from './webhooks-tab.tsx';

export type DetailsTab = keyof typeof texts.details.tabs;

type ItemActions = {
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
  onClose,
}: {
  readonly item: Item;
  readonly state: ItemStates;
  readonly tab: DetailsTab;
  readonly onTab: (tab: DetailsTab) => void;
  readonly on: ItemActions;
  readonly onClose: () => void;
}): ReactNode {
  const label = texts.files.details(nameOf(item));
  return (
    <SidePanel
      label={label}
      title={nameOf(item)}
      detail={
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 wrap-anywhere tabular-nums">{about(item)}</span>
          {item.type !== 'web_link' && <ItemState item={item} {...state} />}
        </div>
      }
      picture={<PanelPicture item={item} />}
      icon={<ItemIcon item={item} size={32} />}
      actions={<Actions item={item} {...on} />}
      onClose={onClose}
    >
      <Deferred>
        <DetailsTabs item={item} tab={tab} onTab={onTab} />
      </Deferred>
    </SidePanel>
  );
}

/** Renders when the item or the tab changes, and not with each other change of the page. */
const DetailsTabs = memo(function DetailsTabs({
  item,
  tab,
  onTab,
}: {
  item: Item;
  tab: DetailsTab;
  onTab: (tab: DetailsTab) => void;
}): ReactNode {
  const tabs = tabsOf(item);
  const [first] = tabs;
  return (
    <TabStrip
      label={texts.files.details(nameOf(item))}
      tabs={tabs.map((id) => ({ id, label: texts.details.tabs[id], content: contentOf(id, item) }))}
      selected={tabs.includes(tab) ? tab : first}
      onSelect={(chosen) => onTab(tabs.find((id) => id === chosen) ?? first)}
    />
  );
});

function Actions({ item, onLook, onShare, onMenu }: ItemActions & { item: Item }): ReactNode {
  return (
    <>
      {canShare(item) && (
        <Button size="row" onPress={() => onShare(item)}>
          <UserPlus aria-hidden className="size-4" />
          {texts.details.share}
        </Button>
      )}
      {item.type === 'file' && (
        <Button size="row" onPress={() => onLook(item)}>
          <Eye aria-hidden className="size-4" />
          {texts.files.quickLook}
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
    ? ['preview', 'versions', 'comments', 'sharing', 'labels', 'webhooks']
    : ['sharing', 'request', 'labels', 'webhooks'];
}

function contentOf(id: DetailsTab, item: Item): ReactNode {
  if (id === 'link') return <LinkTab item={item} />;
  if (item.type === 'web_link') return null;
  switch (id) {
    case 'preview':
      return item.type === 'file' ? <PreviewTab item={item} /> : null;
    case 'comments':
      return item.type === 'file' ? <CommentsTab file={item} /> : null;
    case 'versions':
      return <VersionsTab fileId={item.id} canDownload={may(item, 'can_download')} />;
    case 'sharing':
      return <Sharing item={item} />;
    case 'request':
      return item.type === 'folder' ? <RequestTab folder={item} /> : null;
    case 'labels':
      return <LabelsTab item={item} />;
    case 'webhooks':
      return <WebhooksTab item={item} />;
  }
}

/** The same as in the share dialog. */
const Sharing = ({ item }: { item: Item }): ReactNode => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <PeopleTab item={item} />
    {may(item, 'can_share') && (
      <section aria-label={texts.details.tabs.link} className="-mx-4 border-line border-t px-4 pt-4">
        <LinkTab item={item} />
      </section>
    )}
  </div>
);

/** The thumbnail of a picture. */
function PanelPicture({ item }: { item: Item }): ReactNode {
  const path = thumbnailOf(item);
  if (path === null) return null;
  return (
    <div className="grid h-40 shrink-0 place-items-center overflow-hidden bg-mute-bg">
      <Thumbnail key={path} path={path} fallback={<ItemIcon item={item} size={64} />} />
    </div>
  );
}

function below(button: Element): MenuPoint {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom };
}

const about = (item: Item): string => (item.type === 'web_link' ? (item.url ?? '') : formatBytes(item.size ?? 0));
