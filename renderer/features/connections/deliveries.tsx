import { CircleCheck, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Pill, type Tone } from '../../components/feedback/pill.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ShortList } from '../../parts/short-list.tsx';
import { useNow } from '../../state/hooks/use-now.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { administration } from '../../texts/administration.ts';
import { formatUntil } from '../../texts/format.ts';

type Delivery = ServiceAnswer<'listWebhookDeliveries'>['entries'][number];

const PAGE_SIZE = 20;
const looks: Readonly<Record<Delivery['status'], { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  waiting: { tone: 'busy', icon: Hourglass },
  delivered: { tone: 'ok', icon: CircleCheck },
  given_up: { tone: 'bad', icon: CircleX },
};

/** The recent messages of a webhook, newest first, and what became of each. */
export function Deliveries({ webhookId }: { webhookId: string }): ReactNode {
  const listing = useList<Delivery>({
    key: [SERVICE, 'listWebhookDeliveries', webhookId],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listWebhookDeliveries', {
        params: { webhook_id: webhookId },
        query: { limit: PAGE_SIZE, ...marker },
      }),
    ),
    keepsPrevious: true,
  });
  const { deliveries, noDeliveries } = administration.connections;
  return (
    <ShortList label={deliveries} listing={listing} nothing={noDeliveries} className="max-h-72 gap-3 overflow-auto">
      {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
    </ShortList>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }): ReactNode {
  const nowMs = useNow(60_000);
  const { trigger, created_at: at, status, tries, last_status: answer, last_error: why, next_try_at: next } = delivery;
  const words = administration.connections;
  const about = [
    words.tries(tries),
    answer === null ? '' : words.answered(answer),
    next === null ? '' : words.nextTry(formatUntil(Date.parse(next), nowMs)),
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
