import { File, Folder, Laptop } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Trashed } from '../../../preload/ipc/shapes/attention.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useAction, useAnswer } from '../../state/bridge/actions.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { useLocalTrash } from '../../state/items/local-trash.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { formatBytes, formatPath, formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { PurgeDialog } from './purge-dialog.tsx';
import { TrashPolicyForm } from './trash-policy.tsx';
import { TrashRow } from './trash-row.tsx';

/** The local trash: restore, permanent deletion, and its retention policy. */
export function LocalTrash(): ReactNode {
  const trash = useLocalTrash();
  const [asked, setAsked] = useState<readonly Trashed[]>([]);
  const tell = useToast();
  const { entries: items } = trash;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[70ch] text-dim">{texts.trash.localDetail}</p>
        {items.length > 0 && <Button onPress={() => setAsked(items)}>{texts.trash.empty}</Button>}
      </div>
      <TrashPolicyForm />
      {trash.isPending && <Skeleton className="h-40" />}
      {trash.error !== null && (
        <ErrorState sentence={trash.error.message} remedy={trash.error.remedy} onRetry={trash.again} />
      )}
      {!trash.isPending && trash.error === null && items.length === 0 && (
        <Card>
          <EmptyState icon={Laptop} title={texts.trash.localNothing} detail={texts.trash.localNothingDetail} />
        </Card>
      )}
      {items.length > 0 && (
        <>
          <p className="text-dim text-small">{texts.trash.localSize(formatBytes(trash.bytes))}</p>
          <Card>
            <ul aria-label={texts.trash.local} className="divide-y divide-line">
              {items.map((item) => (
                <LocalRow
                  key={item.id}
                  item={item}
                  onBack={(path) => tell({ sentence: texts.trash.localRestored(nameOf(item), path), undo: null })}
                  onPurge={() => setAsked([item])}
                />
              ))}
            </ul>
          </Card>
        </>
      )}
      {trash.hasMore && <Button onPress={trash.more}>{texts.actions.more}</Button>}
      {asked.length > 0 && <LocalPurge items={asked} onClose={() => setAsked([])} />}
    </div>
  );
}

const nameOf = ({ path }: Trashed): string => path.slice(path.lastIndexOf('/') + 1);

function LocalRow({
  item,
  onBack,
  onPurge,
}: {
  item: Trashed;
  onBack: (path: string) => void;
  onPurge: () => void;
}): ReactNode {
  const nowMs = useNow(60_000);
  const homePath = useAnswer('session.get', {}).data?.homePath ?? null;
  const back = useAction('trash.local.restore');
  const from = formatPath(`${item.rootPath}/${item.path}`, homePath);
  return (
    <TrashRow
      icon={item.itemKind === 'folder' ? Folder : File}
      name={nameOf(item)}
      about={[
        item.itemKind === 'folder' ? texts.trash.localItems(item.nodes) : null,
        formatBytes(item.bytes),
        texts.trash.deleted(formatWhen(item.atMs, nowMs)),
        texts.trash.localFrom(from),
      ]}
      restoring={back}
      onRestore={() =>
        back.mutate(
          { id: item.id },
          { onSuccess: ({ path }) => onBack(formatPath(`${item.rootPath}/${path}`, homePath)) },
        )
      }
      onPurge={onPurge}
    />
  );
}

/** The maximum per call. */
const PURGED_AT_ONCE = 1_000;

function LocalPurge({ items, onClose }: { items: readonly Trashed[]; onClose: () => void }): ReactNode {
  const purge = useServiceAction(async (bridge) => {
    for (let start = 0; start < items.length; start += PURGED_AT_ONCE) {
      const ids = items.slice(start, start + PURGED_AT_ONCE).map(({ id }) => id);
      await ask(bridge, 'trash.local.purge', { ids });
    }
  });
  const [first] = items;
  return (
    <PurgeDialog
      count={items.length}
      name={first === undefined ? '' : nameOf(first)}
      detail={texts.trash.localPurgeDetail}
      acting={purge}
      onConfirm={() => purge.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
