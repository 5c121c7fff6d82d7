import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { type Item, may, nameOf } from '../../state/item.ts';
import { formatBytes } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';
import { LinkTab } from './link-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

type TabId = keyof typeof texts.files.tabs;

/** Beside the list: the versions of one item, who has access, and its shared link. */
export function DetailsPanel({ item, onClose }: { item: Item; onClose: () => void }): ReactNode {
  const tabs = tabsOf(item);
  return (
    <aside
      aria-label={texts.files.details(nameOf(item))}
      className="flex w-full shrink-0 flex-col overflow-auto rounded-card border border-line bg-card shadow-card lg:w-80"
    >
      <div className="flex items-start gap-2 py-3 pr-3 pl-4">
        <div className="min-w-0 flex-1 py-1.5">
          <h2 className="font-semibold">{nameOf(item)}</h2>
          <p className="text-dim text-small">{about(item)}</p>
        </div>
        <Button kind="quiet" icon aria-label={texts.actions.close} onPress={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {tabs.length > 0 && (
        <Tabs className="flex min-h-0 flex-1 flex-col">
          <TabList
            aria-label={texts.files.details(nameOf(item))}
            items={tabs.map((id) => ({ id }))}
            className="flex gap-1 border-line border-b px-3"
          >
            {({ id }) => (
              <Tab className="cursor-default border-transparent border-b-2 px-2 py-1.5 text-dim outline-none data-selected:border-accent data-selected:font-semibold data-selected:text-text data-focus-visible:outline-2 data-focus-visible:outline-accent">
                {texts.files.tabs[id]}
              </Tab>
            )}
          </TabList>
          {tabs.map((id) => (
            <TabPanel
              key={id}
              id={id}
              className="p-4 outline-none data-focus-visible:-outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-accent"
            >
              {panelOf(id, item)}
            </TabPanel>
          ))}
        </Tabs>
      )}
    </aside>
  );
}

function tabsOf(item: Item): readonly TabId[] {
  const sharing: readonly TabId[] = may(item, 'can_share') ? ['people', 'link'] : ['people'];
  if (item.type === 'web_link') return ['link'];
  return item.type === 'file' ? ['versions', ...sharing] : sharing;
}

function panelOf(id: TabId, item: Item): ReactNode {
  switch (id) {
    case 'versions':
      return <VersionsTab fileId={item.id} />;
    case 'people':
      return <PeopleTab item={item} />;
    case 'link':
      return <LinkTab item={item} />;
  }
}

function about(item: Item): string {
  if (item.type === 'web_link') return item.url ?? '';
  const size = formatBytes(item.size ?? 0);
  return item.type === 'file' && item.sha1 !== undefined ? `${size} · SHA-1 ${item.sha1.slice(0, 8)}…` : size;
}
