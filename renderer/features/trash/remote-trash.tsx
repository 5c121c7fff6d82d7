import { RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../components/controls/button.tsx';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { ListPage, type ListSteps } from '../../parts/rows/list-page.tsx';
import { NameCell } from '../../parts/rows/name-cell.tsx';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import type { Done } from '../../parts/toasts/done.ts';
import { refusedSentence } from '../../parts/toasts/each-item.ts';
import { lastingWork } from '../../parts/toasts/lasting-work.ts';
import { useToast } from '../../parts/toasts/toasts.tsx';
import { undoEach } from '../../parts/toasts/undo-each.ts';
import { PurgeItems, purgeQuestion } from '../../parts/trash/purge-items.tsx';
import { restoreAll, trashAgain } from '../../parts/trash/restore-items.ts';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import { fields, folderOf, type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { purge, restore, trash } from '../../state/items/item-actions.ts';
import { leftOutOf } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const PAGE_SIZE = 200;

/** The trash of the service: restore and permanent deletion. */
export function RemoteTrash(): ReactNode {
  const list = useList<Item>({
    key: [SERVICE, 'listTrash'],
    read: async (bridge, marker) => {
      const page = await callService(bridge, 'listTrash', {
        query: {
          fields: `${fields},trashed_at`,
          limit: PAGE_SIZE,
          usemarker: true,
          ...(marker === null ? {} : { marker }),
        },
      });
      const next = ('next_marker' in page ? page.next_marker : null) ?? null;
      return { entries: page.entries, next, leftOut: leftOutOf(page) };
    },
  });
  const columns = useMemo(() => trashColumns(), []);
  const tell = useToast();
  const quick = useMemo(() => restoreAct(tell), [tell]);
  const [asked, setAsked] = useState<readonly Item[]>([]);
  return (
    <>
      <ListPage
        label={texts.trash.title}
        listing={list}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        useActs={trashActs}
        useManyActs={manyTrashActs}
        quick={quick}
        empty={{ icon: Trash2, title: texts.trash.nothing, detail: texts.trash.nothingDetail }}
        filters={<p className="max-w-[80ch] text-dense text-dim">{texts.trash.detail}</p>}
        actions={() =>
          list.entries.length > 0 && (
            <Button kind="risk" onPress={() => void list.all().then((all) => setAsked(all ?? []))}>
              {texts.trash.empty}
            </Button>
          )
        }
      />
      {asked.length > 0 && <RemotePurge items={asked} onClose={() => setAsked([])} />}
    </>
  );
}

function RemotePurge({ items, onClose }: { items: readonly Item[]; onClose: () => void }): ReactNode {
  return (
    <PurgeItems
      items={items}
      nameOf={nameOf}
      detail={texts.trash.purgeDetail}
      purge={(bridge, item) => purge(bridge, item).catch(unlessGone)}
      onClose={onClose}
    />
  );
}

function trashColumns(): readonly GridColumn<Item>[] {
  const { columns } = texts.trash;
  return [
    {
      id: 'name',
      label: columns.name,
      cell: (item, _isActive, line) => (
        <NameCell mark={<ItemIcon item={item} size="row" />} name={nameOf(item)} detail={line} />
      ),
    },
    {
      id: 'from',
      label: columns.from,
      cell: (item) => <CellText isQuiet>{fromOf(item)}</CellText>,
      inLine: fromOf,
    },
    {
      id: 'deleted',
      label: columns.deleted,
      width: 144,
      isKept: true,
      cell: ({ trashed_at: at }) => <Moment at={at} />,
      inLine: ({ trashed_at: at }) => <Moment at={at} />,
    },
    {
      id: 'size',
      label: columns.size,
      width: 104,
      isNumber: true,
      cell: (item) => sizeOf(item) ?? '–',
      inLine: sizeOf,
    },
  ];
}

/** Null: nothing that has a size. */
const sizeOf = (item: Item): string | null => (item.type === 'web_link' ? null : formatBytes(item.size ?? 0));

/** The folder that it was in. The service names no folders above that one. */
const fromOf = (item: Item): string => {
  const folder = folderOf(item);
  return folder === null || folder.id === '0' ? texts.files.top : folder.name;
};

const trashActs = (item: Item, { onTell }: ListSteps): readonly EntryAct[] => [
  restoreAct(onTell)(item),
  purgeAct(item),
];

const restoreAct =
  (tell: (done: Done) => void) =>
  (item: Item): EntryAct => {
    const name = nameOf(item);
    return {
      id: 'restore',
      icon: RotateCcw,
      label: texts.trash.restore,
      name: texts.trash.restoreOf(name),
      group: 'change',
      send: async (bridge) => {
        const about = { tell, sentence: texts.trash.restoring(1), canStop: false };
        const folder = await lastingWork(about, () => restore(bridge, item));
        return {
          sentence: texts.trash.restored(name, folder.id === '0' ? texts.files.top : folder.name),
          undo: (undoing) => trash(undoing, { ...item, etag: null }),
        };
      },
    };
  };

function manyTrashActs(items: readonly Item[], { onTell }: ListSteps): readonly EntryAct[] {
  return [
    {
      id: 'restore',
      icon: RotateCcw,
      label: texts.trash.restore,
      group: 'change',
      send: (bridge) => restoreMany(bridge, items, onTell),
    },
    {
      id: 'purge',
      icon: Trash2,
      label: texts.trash.purge,
      group: 'remove',
      ask: (close) => <RemotePurge items={items} onClose={close} />,
    },
  ];
}

async function restoreMany(bridge: TandemBridge, items: readonly Item[], tell: (done: Done) => void): Promise<Done> {
  const { restoring, restoredMany, notRestored } = texts.trash;
  const about = { tell, sentence: restoring(items.length), canStop: true };
  const { done, refused } = await lastingWork(about, (work) => restoreAll(bridge, items, work));
  const kept = refusedSentence(refused, (item, why) => notRestored(nameOf(item), why));
  const back = done.length > 0 || kept === '' ? restoredMany(done.length) : '';
  return { sentence: `${back} ${kept}`.trim(), undo: done.length === 0 ? null : undoEach(done, trashAgain, tell) };
}

const purgeAct = (item: Item): EntryAct => ({
  id: 'purge',
  icon: Trash2,
  label: texts.trash.purge,
  group: 'remove',
  confirm: purgeQuestion(1, nameOf(item), texts.trash.purgeDetail),
  send: async (bridge) => {
    await purge(bridge, item);
    return null;
  },
});

/** It was deleted before, by an earlier attempt or by someone else. */
function unlessGone(error: unknown): void {
  if (!(error instanceof CommandRefused) || error.code !== 'not_found') throw error;
}
