import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { formatCount } from '../../texts/format.ts';

export type TabEntry = {
  readonly id: string;
  readonly label: string;
  /** Number of its entries; null: not known yet. */
  readonly count?: number | null;
  readonly content: ReactNode;
};

const focus = 'outline-none data-focus-visible:outline-2 data-focus-visible:outline-accent';

/** Tabs. The strip scrolls if it does not fit. */
export function TabStrip({
  label,
  tabs,
  selected,
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
  return (
    <Tabs
      className="flex min-h-0 min-w-0 flex-1 flex-col"
      {...(selected === undefined ? {} : { selectedKey: selected })}
      {...(onSelect === undefined ? {} : { onSelectionChange: (key) => onSelect(String(key)) })}
    >
      <TabList
        aria-label={label}
        items={tabs}
        className={`flex shrink-0 gap-1 overflow-x-auto border-line border-b ${isInset ? 'px-3' : ''}`}
      >
        {(tab) => (
          <Tab
            className={`flex cursor-default items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-2 py-1.5 text-dim data-selected:border-accent data-selected:font-semibold data-selected:text-text ${focus} data-focus-visible:-outline-offset-2`}
          >
            {tab.label}
            {typeof tab.count === 'number' && (
              <span className="min-w-5 rounded-full bg-mute-bg px-1.5 text-center font-semibold text-dim text-small leading-5 tabular-nums">
                {formatCount(tab.count)}
              </span>
            )}
          </Tab>
        )}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={`${className} ${focus} data-focus-visible:-outline-offset-2`}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}
