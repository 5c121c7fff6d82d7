import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/page-state.tsx';
import { fields, type Item, keyOf, nameOf } from '../../state/item.ts';
import { forEach, purge } from '../../state/item-actions.ts';
import { callService, useFreshService, useServiceAction, useServiceList } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { TrashRow } from './trash-row.tsx';

const PAGE_SIZE = 200;

/** What was deleted on the service: back to where it was, or gone for good. */
export function TrashPage(): ReactNode {
  useFreshService();
  const trash = useServiceList<Item>(['trash'], async (bridge, offset) => {
    const page = await callService(bridge, 'listTrash', {
      query: { fields: `${fields},trashed_at,path_collection`, limit: PAGE_SIZE, offset },
    });
    return { entries: page.entries, total: 'total_count' in page ? page.total_count : page.entries.length };
  });
  const [asked, setAsked] = useState<readonly Item[]>([]);
  return (
    <div className="flex flex-col gap-4 px-4 py-6 md:px-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-semibold text-title">{texts.trash.title}</h1>
        {trash.entries.length > 0 && <Button onPress={() => setAsked(trash.entries)}>{texts.trash.empty}</Button>}
      </div>
      <p className="max-w-[70ch] text-dim">{texts.trash.detail}</p>
      {trash.isPending && <Skeleton className="h-40" />}
      {trash.error !== null && (
        <ErrorState sentence={trash.error.message} remedy={trash.error.remedy} onRetry={trash.again} />
      )}
      {!trash.isPending && trash.error === null && trash.entries.length === 0 && (
        <Card>
          <EmptyState icon={Trash2} title={texts.trash.nothing} detail={texts.trash.nothingDetail} />
        </Card>
      )}
      {trash.entries.length > 0 && (
        <Card>
          <ul aria-label={texts.trash.title} className="divide-y divide-line">
            {trash.entries.map((item) => (
              <TrashRow key={keyOf(item)} item={item} onPurge={() => setAsked([item])} />
            ))}
          </ul>
        </Card>
      )}
      {trash.total > trash.entries.length && <Button onPress={trash.more}>{texts.actions.more}</Button>}
      {asked.length > 0 && <PurgeDialog items={asked} onClose={() => setAsked([])} />}
    </div>
  );
}

/** The one question of the page, because there is no way back from it. */
function PurgeDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }): ReactNode {
  const act = useServiceAction((bridge) => forEach(items, (item) => purge(bridge, item)));
  const [first] = items;
  return (
    <Dialog title={texts.trash.purgeTitle(items.length, first === undefined ? '' : nameOf(first))} onClose={onClose}>
      <p>{texts.trash.purgeDetail}</p>
      {act.error !== null && <InlineError sentence={act.error.message} remedy={act.error.remedy} />}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{texts.actions.cancel}</Button>
        <Button kind="primary" isDisabled={act.isPending} onPress={() => act.mutate(undefined, { onSuccess: onClose })}>
          {texts.trash.purge}
        </Button>
      </div>
    </Dialog>
  );
}
