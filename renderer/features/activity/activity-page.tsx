import { type ReactNode, useDeferredValue, useState } from 'react';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useRoots } from '../../state/bridge/roots.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityTable } from './activity-table.tsx';
import { noFilter } from './filter.ts';
import { WhyPanel } from './why-panel.tsx';

/** The journal, and the explanation of a path's state. The URL keeps the explained path. */
export function ActivityPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const roots = useRoots();
  const [filter, setFilter] = useState(noFilter);
  const shown = useDeferredValue(filter);
  const path = parameters.get('why');
  const rootId = Number(parameters.get('root') ?? roots[0]?.id ?? 0);

  const explain = (entry: { path: string; rootId: number } | null): void => {
    window.location.hash = hrefOf('activity', entry === null ? {} : { why: entry.path, root: String(entry.rootId) });
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col px-4 pb-6 md:px-8 gap-4 [&>.page-header]:-mb-4">
      <PageHeader title={texts.activity.title} />
      <ActivityFilters filter={filter} onChange={setFilter} roots={roots} />
      <div className="flex min-h-96 flex-1 flex-col gap-4 md:flex-row">
        <ActivityTable filter={shown} roots={roots} onSelect={explain} onClear={() => setFilter(noFilter)} />
        {path !== null && <WhyPanel rootId={rootId} path={path} onClose={() => explain(null)} />}
      </div>
    </div>
  );
}
