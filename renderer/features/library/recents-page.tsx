import { Clock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { openItemAct } from '../../parts/rows/look-acts.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { type Item, keyOf } from '../../state/items/item.ts';
import { type Recent, useRecents } from '../../state/items/recents.ts';
import { formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { ItemListPage } from './item-list.tsx';

/** Recently used items, from any device. */
export function RecentsPage(): ReactNode {
  const { recents, noRecents, noRecentsDetail } = texts.library;
  const column = useMemo(() => usedColumn(), []);
  return (
    <ItemListPage
      title={recents}
      list={useRecents()}
      itemOf={itemOf}
      keyOf={recentKey}
      column={column}
      useActs={({ item }) => [openItemAct(item)]}
      empty={{ icon: Clock, title: noRecents, detail: noRecentsDetail }}
    />
  );
}

const itemOf = ({ item }: Recent): Item => item;
const recentKey = ({ item }: Recent): string => keyOf(item);

const usedColumn = (): GridColumn<Recent> => ({
  id: 'used',
  label: texts.library.lastUsed,
  width: 208,
  isKept: true,
  cell: (recent) => <Used recent={recent} />,
  inLine: (recent) => <Used recent={recent} />,
});

function Used({ recent: { act, atMs } }: { recent: Recent }): ReactNode {
  const nowMs = useNow(60_000);
  return <CellText isQuiet>{texts.library.used[act](formatWhen(atMs, nowMs))}</CellText>;
}
