import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Button } from '../../components/button.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { Skeleton } from '../../components/page-state.tsx';
import { Pill, type Tone } from '../../components/pill.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useMarkerList } from '../../state/marker-list.ts';
import { useNow } from '../../state/now.ts';
import { callService } from '../../state/service.ts';
import { formatMoment } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

type Delivery = ServiceAnswer<'listWebhookDeliveries'>['entries'][number];

const PAGE_SIZE = 20;
const looks: Readonly<Record<Delivery['status'], { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  waiting: { tone: 'busy', icon: Hourglass },
  delivered: { tone: 'ok', icon: CircleCheck },
  given_up: { tone: 'bad', icon: CircleX },
};

/** The recent messages of a webhook, newest first, and what became of each. */
export function Deliveries({ webhookId }: { webhookId: string }): ReactNode {
  const listing = useMarkerList<Delivery>(['deliveries', webhookId], (bridge, marker) =>
    callService(bridge, 'listWebhookDeliveries', {
      params: { webhook_id: webhookId },
      query: { limit: PAGE_SIZE, ...marker },
    }),
  );
  const { entries, isPending, error } = listing;
  if (isPending) return <Skeleton className="h-16" />;
  if (error !== null) return <InlineError sentence={error.message} remedy={error.remedy} />;
  if (entries.length === 0) return <p className="text-dim">{texts.connections.noDeliveries}</p>;
  return (
    <>
      <ul aria-label={texts.connections.deliveries} className="grid max-h-72 gap-3 overflow-auto">
        {entries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {entries.length >= PAGE_SIZE && <Button onPress={listing.more}>{texts.actions.more}</Button>}
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }): ReactNode {
  const nowMs = useNow(60_000);
  const { trigger, created_at: at, status, tries, last_status: answer, last_error: why, next_try_at: next } = delivery;
  const words = texts.connections;
  const about = [
    words.tries(tries),
    answer === null ? '' : words.answered(answer),
    next === null ? '' : words.nextTry(formatMoment(Date.parse(next), nowMs)),
  ];
  const { tone, icon } = looks[status];
  return (
    <li className="grid gap-0.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-mono text-dense">{trigger}</span>
        <Pill tone={tone} icon={icon}>
          {words.deliveryStates[status]}
        </Pill>
      </div>
      <span className="text-dim text-small">
        <Moment at={at} /> · {about.filter(Boolean).join(' · ')}
      </span>
      {why !== null && <span className="text-dim text-small">{why}</span>}
    </li>
  );
}
