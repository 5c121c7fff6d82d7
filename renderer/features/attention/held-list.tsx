import { type ReactNode, useState } from 'react';
import type { Held, HeldItem } from '../../../preload/ipc/shapes/attention.ts';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorState, RestRefused } from '../../components/feedback/page-state.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { Listed } from '../../parts/query-boundary.tsx';
import { ask } from '../../state/bridge/bridge.ts';
import { byOffset } from '../../state/service/list-parts.ts';
import { type List, useList } from '../../state/service/use-list.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { HeldRow } from './held-decision.tsx';
import { MoreRow } from './problem-list.tsx';

/** The delete guard's questions: one per batch, with its items. */
export function HeldList({ batches }: { batches: readonly Held[] }): ReactNode {
  const areDeletes = batches.every(({ what }) => what === 'deletes');
  const title = texts.attention.held[areDeletes ? 'deletes' : 'rewrites'];
  return (
    <Section title={title}>
      <Card>
        <ul aria-label={title} ref={rowKeys} className="divide-y divide-line">
          {batches.map((batch) => (
            <HeldBatch key={batch.id} batch={batch} />
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function HeldBatch({ batch }: { batch: Held }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const toggle = (
    <Button kind="ghost" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
      {isOpen ? texts.attention.hideList : texts.attention.showList}
    </Button>
  );
  return (
    <HeldRow batch={batch} toggle={toggle}>
      {isOpen && <HeldItems batch={batch} />}
    </HeldRow>
  );
}

function HeldItems({ batch: { id, items: total } }: { batch: Held }): ReactNode {
  const listing = useHeldItems(id);
  const { entries, error, more, again } = listing;
  return (
    <div className="basis-full">
      <Listed listing={listing}>
        {entries.length > 0 && (
          <ul
            aria-label={texts.attention.showList}
            className="max-h-64 overflow-auto rounded-control border border-line px-3 py-2"
          >
            {entries.map(({ path, bytes }) => (
              <li key={path} className="flex justify-between gap-3 text-dense">
                <span dir="auto" className="min-w-0 truncate">
                  {path}
                </span>
                <span className="text-dim tabular-nums">{bytes === null ? '' : formatBytes(bytes)}</span>
              </li>
            ))}
            <MoreRow count={total - entries.length} onMore={more} />
          </ul>
        )}
        {entries.length === 0 && error !== null ? (
          <ErrorState sentence={error.message} remedy={error.remedy} onRetry={again} />
        ) : (
          <RestRefused error={error} onRetry={again} />
        )}
      </Listed>
    </div>
  );
}

/** The most that one request answers. */
const PART = 1_000;

type ListedItem = HeldItem & { readonly id: string };

/** The items of a held batch, as far as they are loaded. */
function useHeldItems(id: number): List<ListedItem> {
  return useList<ListedItem>({
    key: ['held.items', id],
    read: byOffset(async (bridge, offset) => {
      const { items, total } = await ask(bridge, 'held.items', { id, limit: PART, offset });
      return { entries: items.map((item) => ({ ...item, id: item.path })), total, limit: PART };
    }),
  });
}
