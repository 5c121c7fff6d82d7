import { RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ItemIcon } from '../../parts/files/item-icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { GridColumn } from '../../parts/rows/data-grid.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { NameCell } from '../../parts/rows/name-cell.tsx';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { PurgeItems, purgeQuestion } from '../../parts/trash/purge-items.tsx';
import { CommandRefused } from '../../state/bridge/bridge.ts';
import { fieldsWithPath, type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { purge, restore, trash } from '../../state/items/item-actions.ts';
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
          fields: `${fieldsWithPath},trashed_at`,
          limit: PAGE_SIZE,
          usemarker: true,
          ...(marker === null ? {} : { marker }),
        },
      });
      return { entries: page.entries, next: ('next_marker' in page ? page.next_marker : null) ?? null };
    },
  });
  const columns = useMemo(() => trashColumns(), []);
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
        quick={restoreAct}
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
      {asked.length > 0 && (
        <PurgeItems
          items={asked}
          nameOf={nameOf}
          detail={texts.trash.purgeDetail}
          purge={(bridge, item) => purge(bridge, item).catch(unlessGone)}
          onClose={() => setAsked([])}
        />
      )}
    </>
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

const trashActs = (item: Item): readonly EntryAct[] => [restoreAct(item), purgeAct(item)];

function restoreAct(item: Item): EntryAct {
  const name = nameOf(item);
  return {
    id: 'restore',
    icon: RotateCcw,
    label: texts.trash.restore,
    name: texts.trash.restoreOf(name),
    group: 'change',
    send: async (bridge) => {
      const folder = await restore(bridge, item);
      return {
        sentence: texts.trash.restored(name, folder.id === '0' ? texts.files.top : folder.name),
        undo: (undoing) => trash(undoing, { ...item, etag: null }),
      };
    },
  };
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
