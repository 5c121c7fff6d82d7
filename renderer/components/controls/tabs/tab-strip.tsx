import { ChevronDown } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { formatCount } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { MenuButton } from '../menu/menu-button.tsx';
import { useFittingTabs } from './use-fitting-tabs.ts';

export type TabEntry = {
  readonly id: string;
  readonly label: string;
  /** Number of its entries; null: not known yet. */
  readonly count?: number | null;
  readonly content: ReactNode;
};

const focus = 'data-focus-visible:outline-2 data-focus-visible:outline-accent';

/** Tabs. Those that do not fit are in a menu at the end of the strip; a chosen one takes the last place. */
export function TabStrip({
  label,
  tabs,
  selected: chosen,
  onSelect,
  className = 'p-4',
  isInset = true,
}: {
  label: string;
  tabs: readonly TabEntry[];
  /** Omitted: the strip keeps the selected tab itself. */
  selected?: string;
  onSelect?: (id: string) => void;
  /** For the visible tab panel. */
  className?: string;
  /** Adds a margin inside a panel. */
  isInset?: boolean;
}): ReactNode {
  const [own, setOwn] = useState(tabs[0]?.id ?? '');
  const selected = chosen ?? own;
  const strip = useRef<HTMLDivElement>(null);
  const shown = useFittingTabs(strip, tabs, selected);
  const select = (id: string): void => {
    setOwn(id);
    onSelect?.(id);
  };
  return (
    <Tabs
      // The focus is drawn where it is, not also around all tabs.
      className="flex min-h-0 min-w-0 flex-1 flex-col outline-none"
      selectedKey={selected}
      onSelectionChange={(key) => select(String(key))}
    >
      <div
        ref={strip}
        // The words of the first tab begin where the content below begins.
        className={`relative flex shrink-0 items-center overflow-hidden text-dense before:absolute before:end-0 before:bottom-0 before:h-px before:bg-line ${isInset ? 'px-2.5 before:start-0' : '-ms-2.5 before:start-2.5'}`}
      >
        <TabList aria-label={label} items={shown} className="flex gap-0.5">
          {(tab) => <TabHead tab={tab} isInset={isInset} />}
        </TabList>
        {shown.length < tabs.length && (
          <MenuButton
            kind="ghost"
            size="row"
            icon
            className="ms-auto"
            label={texts.actions.moreTabs}
            entries={tabs.filter((tab) => !shown.includes(tab))}
            onAction={select}
          >
            <ChevronDown aria-hidden className="size-4" />
          </MenuButton>
        )}
      </div>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={`${className} ${focus} data-focus-visible:-outline-offset-2`}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** As wide as when it is selected and bold, so that the others keep their places. */
const TabHead = ({ tab: { id, label, count }, isInset }: { tab: TabEntry; isInset: boolean }): ReactNode => (
  <Tab
    id={id}
    data-tab={id}
    className={`relative flex min-h-10 cursor-default items-center gap-1.5 whitespace-nowrap text-dim after:absolute after:bottom-0 after:h-0.5 after:rounded-full data-selected:font-semibold data-selected:text-text data-selected:after:bg-accent ${isInset ? 'px-1.5 after:inset-x-1.5' : 'px-2.5 after:inset-x-2.5'} ${focus} data-focus-visible:-outline-offset-2`}
  >
    <span
      data-text={label}
      className="grid after:invisible after:h-0 after:overflow-hidden after:font-semibold after:content-[attr(data-text)]"
    >
      {label}
    </span>
    {typeof count === 'number' && (
      <span className="min-w-5 rounded-full bg-mute-bg px-1.5 text-center font-semibold text-dim text-small leading-5 tabular-nums">
        {formatCount(count)}
      </span>
    )}
  </Tab>
);
