import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../state/hooks/use-now.ts';
import { keyOf } from '../../state/items/item.ts';
import { type Recent, useRecents } from '../../state/items/recents.ts';
import { formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { ItemListPage } from './item-list.tsx';
import { ItemRow } from './item-row.tsx';

/** What the person used lately, on any device. */
export function RecentsPage(): ReactNode {
  const { recents, noRecents, noRecentsDetail } = texts.library;
  return (
    <ItemListPage
      title={recents}
      list={useRecents()}
      empty={{ icon: Clock, title: noRecents, detail: noRecentsDetail }}
    >
      {(recent) => <RecentRow key={keyOf(recent.item)} recent={recent} />}
    </ItemListPage>
  );
}

function RecentRow({ recent: { item, act, atMs } }: { recent: Recent }): ReactNode {
  const nowMs = useNow(60_000);
  return <ItemRow item={item} facts={[texts.library.used[act](formatWhen(atMs, nowMs))]} />;
}
