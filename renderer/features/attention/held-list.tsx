import { type ReactNode, useState } from 'react';
import type { CommandAnswer } from '../../../preload/ipc/commands.ts';
import type { Held } from '../../../preload/ipc/shapes/attention.ts';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { Button } from '../../components/controls/button.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { HeldRow } from './held-decision.tsx';

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
      {isOpen && <HeldItems id={batch.id} />}
    </HeldRow>
  );
}

const SHOWN = 1_000;

function HeldItems({ id }: { id: number }): ReactNode {
  const list = useAnswer('held.items', { id, limit: SHOWN });
  return (
    <div className="basis-full">
      <QueryBoundary answer={list} skeleton="h-24">
        {(held) => <Items {...held} />}
      </QueryBoundary>
    </div>
  );
}

function Items({ items, total }: CommandAnswer<'held.items'>): ReactNode {
  return (
    <ul
      aria-label={texts.attention.showList}
      className="max-h-64 overflow-auto rounded-control border border-line px-3 py-2"
    >
      {items.map((item) => (
        <li key={item.path} className="flex justify-between gap-3 text-dense">
          <span dir="auto" className="min-w-0 truncate">
            {item.path}
          </span>
          <span className="text-dim tabular-nums">{item.bytes === null ? '' : formatBytes(item.bytes)}</span>
        </li>
      ))}
      {total > items.length && <li className="text-dim">{texts.home.attentionMore(total - items.length)}</li>}
    </ul>
  );
}
