import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { useStatus } from '../../../state/bridge/session.ts';
import { useNow } from '../../../state/hooks/use-now.ts';
import type { PathStates } from '../../../state/items/path-states.ts';
import { formatMoment } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { type ItemEvent, useItemEvents } from './item-events.ts';
import type { SharedItem } from './people/item-people.ts';

/** The events of a file or folder, newest first. */
export function ActivityTab({ item, states }: { item: SharedItem; states: PathStates }): ReactNode {
  const nowMs = useNow(60_000);
  const { events, isPending } = useItemEvents(item, states);
  if (events.length === 0) {
    return isPending ? <Skeleton className="h-24" /> : <p className="text-dim">{texts.details.noActivity}</p>;
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {events.map((event) => (
        <EventRow key={event.key} event={event} nowMs={nowMs} />
      ))}
    </ul>
  );
}

function EventRow({ event: { by, atMs, said }, nowMs }: { event: ItemEvent; nowMs: number }): ReactNode {
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const who = by.id === me ? texts.details.you : by.name;
  // The name is drawn apart, wherever the language puts it.
  const [before = '', after = ''] = said('\0').split('\0');
  return (
    <li className="flex items-start gap-3">
      <Avatar id={by.id} name={by.name} size={28} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {before}
          <bdi className="font-semibold">{who}</bdi>
          {after}
        </p>
        <p className="text-dim text-small">{formatMoment(atMs, nowMs)}</p>
      </div>
    </li>
  );
}
