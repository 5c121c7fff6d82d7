import type { ReactNode } from 'react';
import { TabStrip } from '../../../components/controls/tab-strip.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { type Item, may, nameOf } from '../../../state/items/item.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { CommentsTab } from '../discussion/comments-tab.tsx';
import { ItemState, type ItemStates } from '../state/item-state.tsx';
import { LabelsTab } from './labels-tab.tsx';
import { LinkTab } from './link-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { PreviewTab } from './preview-tab.tsx';
import { RequestTab } from './request-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';
import { WebhooksTab } from './webhooks-tab.tsx';

export type DetailsTab = keyof typeof texts.details.tabs;

/** The details of one item next to the list. `tab`: the last viewed tab, kept across items. */
export function DetailsPanel({
  item,
  state,
  tab,
  onTab,
  onClose,
}: {
  item: Item;
  state: ItemStates;
  tab: DetailsTab;
  onTab: (tab: DetailsTab) => void;
  onClose: () => void;
}): ReactNode {
  const tabs = tabsOf(item);
  const [first] = tabs;
  if (first === undefined) return null;
  const label = texts.files.details(nameOf(item));
  return (
    <SidePanel
      label={label}
      title={nameOf(item)}
      detail={
        <div className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 wrap-anywhere">{about(item)}</span>
          {item.type !== 'web_link' && <ItemState item={item} {...state} />}
        </div>
      }
      onClose={onClose}
    >
      <TabStrip
        label={label}
        tabs={tabs.map((id) => ({ id, label: texts.details.tabs[id], content: contentOf(id, item) }))}
        selected={tabs.includes(tab) ? tab : first}
        onSelect={(chosen) => onTab(tabs.find((id) => id === chosen) ?? first)}
      />
    </SidePanel>
  );
}

function tabsOf(item: Item): readonly DetailsTab[] {
  if (item.type === 'web_link') return ['link'];
  const sharing: readonly DetailsTab[] = may(item, 'can_share') ? ['people', 'link'] : ['people'];
  const rest: readonly DetailsTab[] = ['labels', 'webhooks'];
  return item.type === 'file'
    ? ['preview', 'versions', 'comments', ...sharing, ...rest]
    : [...sharing, 'request', ...rest];
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
    case 'people':
      return <PeopleTab item={item} />;
    case 'request':
      return item.type === 'folder' ? <RequestTab folder={item} /> : null;
    case 'labels':
      return <LabelsTab item={item} />;
    case 'webhooks':
      return <WebhooksTab item={item} />;
  }
}

function about(item: Item): string {
  if (item.type === 'web_link') return item.url ?? '';
  const size = formatBytes(item.size ?? 0);
  return item.type === 'file' && item.sha1 !== undefined
    ? texts.details.sizeAndHash(size, item.sha1.slice(0, 8))
    : size;
}
