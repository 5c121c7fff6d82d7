import { File, Folder, Globe, type LucideIcon, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { type Done, useToast } from '../../parts/toasts.tsx';
import { useNow } from '../../state/hooks/use-now.ts';
import { fields, type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { purge, restore, runSequentially, trash } from '../../state/items/item-actions.ts';
import { callService, SERVICE, useServiceAction } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { formatBytes, formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { PurgeDialog } from './purge-dialog.tsx';
import { TrashRow } from './trash-row.tsx';

const PAGE_SIZE = 200;

/** The trash of the service: restore and permanent deletion. */
export function RemoteTrash(): ReactNode {
  const list = useList<Item>({
    key: [SERVICE, 'listTrash'],
    read: async (bridge, marker) => {
      const page = await callService(bridge, 'listTrash', {
        query: {
          fields: `${fields},trashed_at,path_collection`,
          limit: PAGE_SIZE,
          usemarker: true,
          ...(marker === null ? {} : { marker }),
        },
      });
      return { entries: page.entries, next: ('next_marker' in page ? page.next_marker : null) ?? null };
    },
  });
  const [asked, setAsked] = useState<readonly Item[]>([]);
  const tell = useToast();
  const { entries } = list;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[70ch] text-dim">{texts.trash.detail}</p>
        {entries.length > 0 && <Button onPress={() => void list.all().then(setAsked)}>{texts.trash.empty}</Button>}
      </div>
      {list.isPending && <Skeleton className="h-40" />}
      {list.error !== null && (
        <ErrorState sentence={list.error.message} remedy={list.error.remedy} onRetry={list.again} />
      )}
      {!list.isPending && list.error === null && entries.length === 0 && (
        <Card>
          <EmptyState icon={Trash2} title={texts.trash.nothing} detail={texts.trash.nothingDetail} />
        </Card>
      )}
      {entries.length > 0 && (
        <Card>
          <ul aria-label={texts.trash.title} className="divide-y divide-line">
            {entries.map((item) => (
              <RemoteRow key={keyOf(item)} item={item} onTell={tell} onPurge={() => setAsked([item])} />
            ))}
          </ul>
        </Card>
      )}
      {list.hasMore && <Button onPress={list.more}>{texts.actions.more}</Button>}
      {asked.length > 0 && <Purge items={asked} onClose={() => setAsked([])} />}
    </div>
  );
}

const icons: Readonly<Record<Item['type'], LucideIcon>> = { file: File, folder: Folder, web_link: Globe };

function RemoteRow({
  item,
  onTell,
  onPurge,
}: {
  item: Item;
  /** Reports where it was restored. */
  onTell: (done: Done) => void;
  onPurge: () => void;
}): ReactNode {
  const nowMs = useNow(60_000);
  const back = useServiceAction((bridge) => restore(bridge, item));
  const name = nameOf(item);
  const { trashed_at: at } = item;
  return (
    <TrashRow
      icon={icons[item.type]}
      name={name}
      about={[
        item.type === 'web_link' ? null : formatBytes(item.size ?? 0),
        at === null || at === undefined ? null : texts.trash.deleted(formatWhen(Date.parse(at), nowMs)),
      ]}
      restoring={back}
      onRestore={() =>
        back.mutate(undefined, {
          onSuccess: (folder) =>
            onTell({
              sentence: texts.trash.restored(name, folder.id === '0' ? texts.files.top : folder.name),
              undo: (bridge) => trash(bridge, { ...item, etag: null }),
            }),
        })
      }
      onPurge={onPurge}
    />
  );
}

function Purge({ items, onClose }: { items: readonly Item[]; onClose: () => void }): ReactNode {
  const act = useServiceAction((bridge) => runSequentially(items, (item) => purge(bridge, item)));
  const [first] = items;
  return (
    <PurgeDialog
      count={items.length}
      name={first === undefined ? '' : nameOf(first)}
      detail={texts.trash.purgeDetail}
      acting={act}
      onConfirm={() => act.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
