import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/page-state.tsx';
import { useDone } from '../../parts/done-bar.tsx';
import { fields, type Item, keyOf, nameOf } from '../../state/item.ts';
import { forEach, purge } from '../../state/item-actions.ts';
import { callService, useFreshService, useServiceAction } from '../../state/service.ts';
import { useServicePages } from '../../state/service-pages.ts';
import { texts } from '../../style/texts.ts';
import { PurgeDialog } from './purge-dialog.tsx';
import { TrashRow } from './trash-row.tsx';

const PAGE_SIZE = 200;

/** What was deleted on the service: back to where it was, or gone for good. */
export function RemoteTrash(): ReactNode {
  useFreshService();
  const trash = useServicePages<Item>(['trash'], async (bridge, marker) => {
    const page = await callService(bridge, 'listTrash', {
      query: {
        fields: `${fields},trashed_at,path_collection`,
        limit: PAGE_SIZE,
        usemarker: true,
        ...(marker === null ? {} : { marker }),
      },
    });
    return { entries: page.entries, next: ('next_marker' in page ? page.next_marker : null) ?? null };
  });
  const [asked, setAsked] = useState<readonly Item[]>([]);
  const [notice, tell] = useDone();
  const { entries } = trash;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[70ch] text-dim">{texts.trash.detail}</p>
        {entries.length > 0 && <Button onPress={() => void trash.all().then(setAsked)}>{texts.trash.empty}</Button>}
      </div>
      {notice}
      {trash.isPending && <Skeleton className="h-40" />}
      {trash.error !== null && (
        <ErrorState sentence={trash.error.message} remedy={trash.error.remedy} onRetry={trash.again} />
      )}
      {!trash.isPending && trash.error === null && entries.length === 0 && (
        <Card>
          <EmptyState icon={Trash2} title={texts.trash.nothing} detail={texts.trash.nothingDetail} />
        </Card>
      )}
      {entries.length > 0 && (
        <Card>
          <ul aria-label={texts.trash.title} className="divide-y divide-line">
            {entries.map((item) => (
              <TrashRow key={keyOf(item)} item={item} onTell={tell} onPurge={() => setAsked([item])} />
            ))}
          </ul>
        </Card>
      )}
      {trash.hasMore && <Button onPress={trash.more}>{texts.actions.more}</Button>}
      {asked.length > 0 && <Purge items={asked} onClose={() => setAsked([])} />}
    </div>
  );
}

function Purge({ items, onClose }: { items: readonly Item[]; onClose: () => void }): ReactNode {
  const act = useServiceAction((bridge) => forEach(items, (item) => purge(bridge, item)));
  const [first] = items;
  return (
    <PurgeDialog
      count={items.length}
      name={first === undefined ? '' : nameOf(first)}
      detail={texts.trash.purgeDetail}
      isPending={act.isPending}
      error={act.error}
      onPurge={() => act.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
