import { Laptop, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Trashed } from '../../../preload/ipc/shapes/attention.ts';
import { Button } from '../../components/controls/button.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { Moment } from '../../parts/moment.tsx';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { NameCell } from '../../parts/rows/name-cell.tsx';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import type { Done } from '../../parts/toasts/done.ts';
import { lastingWork } from '../../parts/toasts/lasting-work.ts';
import { useToast } from '../../parts/toasts/toasts.tsx';
import { LocalPurge } from '../../parts/trash/local-purge.tsx';
import { purgeQuestion } from '../../parts/trash/purge-items.tsx';
import { TrashLimits } from '../../parts/trash/trash-limits.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { baseName } from '../../state/items/base-name.ts';
import { useLocalTrash } from '../../state/items/local-trash.ts';
import { formatBytes, formatPath } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** The local trash: restore, permanent deletion, and its retention policy. */
export function LocalTrash(): ReactNode {
  const trash = useLocalTrash();
  const [asked, setAsked] = useState<readonly Trashed[]>([]);
  const homePath = useAnswer('session.get', {}).data?.homePath ?? null;
  const columns = useMemo(() => localColumns(homePath), [homePath]);
  const tell = useToast();
  const quick = useMemo(() => restoreActAt(homePath, tell), [homePath, tell]);
  const { entries: items } = trash;
  return (
    <>
      <ListPage
        label={texts.trash.local}
        listing={trash}
        columns={columns}
        nameOf={nameOf}
        useActs={(item) => [quick(item), purgeAct(item)]}
        quick={quick}
        empty={{ icon: Laptop, title: texts.trash.localNothing, detail: texts.trash.localNothingDetail }}
        filters={
          <div className="grid gap-3">
            <p className="max-w-[80ch] text-dense text-dim">{texts.trash.localDetail}</p>
            <TrashLimits />
            <p className="text-dim text-small">{texts.trash.keptDetail}</p>
            {items.length > 0 && (
              <p className="text-dim text-small">{texts.trash.localSize(formatBytes(trash.bytes))}</p>
            )}
          </div>
        }
        actions={() =>
          items.length > 0 && (
            <Button kind="risk" onPress={() => void trash.all().then((all) => setAsked(all ?? []))}>
              {texts.trash.empty}
            </Button>
          )
        }
      />
      {asked.length > 0 && <LocalPurge items={asked} onClose={() => setAsked([])} />}
    </>
  );
}

const nameOf = ({ path }: Trashed): string => baseName(path);

function localColumns(homePath: string | null): readonly GridColumn<Trashed>[] {
  const { columns, localItems } = texts.trash;
  return [
    {
      id: 'name',
      label: columns.name,
      cell: (item, _isActive, line) => (
        <NameCell
          mark={<FileIcon size="row" type={item.itemKind === 'folder' ? 'folder' : fileType(nameOf(item))} />}
          name={nameOf(item)}
          detail={line}
          {...(item.itemKind === 'folder' ? { note: localItems(item.nodes) } : {})}
        />
      ),
    },
    {
      id: 'from',
      label: columns.from,
      cell: ({ rootPath, path }) => (
        <CellText isQuiet>{folderOf(formatPath(`${rootPath}/${path}`, homePath))}</CellText>
      ),
    },
    {
      id: 'deleted',
      label: columns.deleted,
      width: 144,
      isKept: true,
      cell: ({ atMs }) => <Moment at={new Date(atMs).toISOString()} />,
      inLine: ({ atMs }) => <Moment at={new Date(atMs).toISOString()} />,
    },
    { id: 'size', label: columns.size, width: 104, isNumber: true, cell: sizeOf, inLine: sizeOf },
  ];
}

const sizeOf = ({ bytes }: Trashed): string => formatBytes(bytes);

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1));

const restoreActAt =
  (homePath: string | null, tell: (done: Done) => void) =>
  (item: Trashed): EntryAct => ({
    id: 'restore',
    icon: RotateCcw,
    label: texts.trash.restore,
    name: texts.trash.restoreOf(nameOf(item)),
    group: 'change',
    send: async (bridge) => {
      const about = { tell, sentence: texts.trash.restoring(1), canStop: false };
      const { path } = await lastingWork(about, () => ask(bridge, 'trash.local.restore', { id: item.id }));
      const place = formatPath(`${item.rootPath}/${path}`, homePath);
      return { sentence: texts.trash.localRestored(nameOf(item), place), undo: null };
    },
  });

const purgeAct = (item: Trashed): EntryAct => ({
  id: 'purge',
  icon: Trash2,
  label: texts.trash.purge,
  group: 'remove',
  confirm: purgeQuestion(1, nameOf(item), texts.trash.localPurgeDetail),
  send: async (bridge) => {
    await ask(bridge, 'trash.local.purge', { ids: [item.id] });
    return null;
  },
});
