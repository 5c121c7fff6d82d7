import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AttentionItem } from '../../../preload/ipc/status.ts';
import { Button } from '../../components/button.tsx';
import { Card, Section } from '../../components/card.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useAction } from '../../state/actions.ts';
import { useNow } from '../../state/now.ts';
import { hrefOf } from '../../state/route.ts';
import { useConnection } from '../../state/session.ts';
import { formatMoment } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

/** Every path that is not in sync and does not get there by itself: why, and what can be done. */
export function ProblemList({ items, total }: { items: readonly AttentionItem[]; total: number }): ReactNode {
  const retry = useAction('problem.retry');
  const isLost = useConnection() !== 'connected';
  const isBusy = isLost || retry.isPending;
  const retryAll = (
    <Button kind="quiet" isDisabled={isBusy} onPress={() => retry.mutate({})}>
      {texts.actions.retryAll}
    </Button>
  );
  return (
    <Section
      title={texts.home.attention}
      aside={items.filter(({ code }) => code !== 'conflict').length > 1 ? retryAll : undefined}
    >
      <Card>
        {items.length === 0 ? (
          <p className="flex items-center gap-2.5 px-4 py-4 text-dim">
            <CircleCheck aria-hidden className="size-4.5 text-ok" />
            {texts.home.nothingNeedsAttention}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <ProblemRow
                key={`${item.rootId}/${item.code}/${item.path}`}
                item={item}
                isBusy={isBusy}
                onRetry={() => retry.mutate({ rootId: item.rootId, path: item.path })}
              />
            ))}
            {total > items.length && (
              <li className="px-4 py-2 text-dim">{texts.home.attentionMore(total - items.length)}</li>
            )}
          </ul>
        )}
      </Card>
      <Refusal error={retry.error} />
    </Section>
  );
}

function ProblemRow({
  item,
  isBusy,
  onRetry,
}: {
  item: AttentionItem;
  isBusy: boolean;
  onRetry: () => void;
}): ReactNode {
  const nowMs = useNow();
  const Icon = item.reach === 'waiting' ? Clock : TriangleAlert;
  const next = item.retryAtMs === null ? '' : ` ${texts.home.goesOnAt(formatMoment(item.retryAtMs, nowMs))}`;
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
      <Icon aria-hidden className="size-4.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-[1_1_12rem]">
        <p>{item.sentence}</p>
        <p className="text-dim text-small">{`${item.remedy}${next}`}</p>
      </div>
      <div className="flex items-center gap-1">
        <a
          href={hrefOf('activity', { why: item.path, root: String(item.rootId) })}
          className="rounded-control px-2 py-1.5 font-medium text-accent hover:bg-hover"
          aria-label={texts.actions.whyOf(item.path)}
        >
          {texts.actions.why}
        </a>
        {item.conflict !== undefined && (
          <a
            href={hrefOf('attention', { conflict: String(item.conflict) })}
            aria-label={texts.attention.compareOf(item.path)}
            className="inline-flex min-h-8 items-center rounded-control border border-line bg-card px-3 font-medium hover:bg-hover"
          >
            {texts.attention.compare}
          </a>
        )}
        {item.conflict === undefined && item.reach !== 'account' && (
          <Button isDisabled={isBusy} aria-label={texts.actions.retryOf(item.path)} onPress={onRetry}>
            {texts.actions.retry}
          </Button>
        )}
      </div>
    </li>
  );
}
