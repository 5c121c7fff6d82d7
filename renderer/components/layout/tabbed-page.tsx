import type { ReactNode } from 'react';
import { type TabEntry, TabStrip } from '../controls/tab-strip.tsx';

/** A page of several lists, one at a time. */
export function TabbedPage({ title, tabs }: { title: string; tabs: readonly TabEntry[] }): ReactNode {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 px-4 py-6 md:px-8">
      <h1 className="font-semibold text-title">{title}</h1>
      <TabStrip label={title} tabs={tabs} isInset={false} className="flex min-h-0 flex-1 flex-col pt-4" />
    </div>
  );
}
