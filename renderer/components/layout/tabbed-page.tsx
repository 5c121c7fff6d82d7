import { type ReactNode, useState } from 'react';
import { type TabEntry, TabStrip } from '../controls/tabs/tab-strip.tsx';
import { HeaderSlotProvider, PageHeader } from './page-header.tsx';

/** A page of several lists, one at a time. The header holds the actions of the shown one. */
export function TabbedPage({
  title,
  tabs,
  ...selection
}: { title: string; tabs: readonly TabEntry[] } & Pick<
  Parameters<typeof TabStrip>[0],
  'selected' | 'onSelect'
>): ReactNode {
  const [slot, setSlot] = useState<Element | null>(null);
  return (
    <div className="flex min-h-0 flex-1 flex-col px-4 pb-6 md:px-8">
      <PageHeader title={title}>
        <div ref={setSlot} className="flex flex-wrap items-center gap-2" />
      </PageHeader>
      <HeaderSlotProvider value={slot}>
        <TabStrip
          label={title}
          tabs={tabs}
          isInset={false}
          className="flex min-h-0 flex-1 flex-col pt-4"
          {...selection}
        />
      </HeaderSlotProvider>
    </div>
  );
}
