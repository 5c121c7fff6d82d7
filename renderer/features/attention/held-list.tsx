import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Held } from '../../../preload/ipc/shapes/attention.ts';
import { Button } from '../../components/controls/button.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { formatBytes } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { HeldFacts, useHeldDecision } from './held-decision.tsx';

/** The delete guard's questions: one per batch, with its items. */
export function HeldList({ batches }: { batches: readonly Held[] }): ReactNode {
  return (
    <Section title={texts.attention.held}>
      {batches.map((batch) => (
        <HeldCard key={batch.id} batch={batch} />
      ))}
    </Section>
  );
}

function HeldCard({ batch }: { batch: Held }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const held = useHeldDecision(batch);
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start gap-3">
        <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
        <div className="min-w-0">
          <p className="font-semibold">{batch.sentence}</p>
          <HeldFacts batch={batch} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {held.buttons}
        <Button kind="ghost" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? texts.attention.hideList : texts.attention.showList}
        </Button>
      </div>
      {isOpen && <HeldItems id={batch.id} />}
      {held.errors}
    </Card>
  );
}

const SHOWN = 1_000;

function HeldItems({ id }: { id: number }): ReactNode {
  const list = useAnswer('held.items', { id, limit: SHOWN });
  if (!list.isSuccess) return null;
  const { items, total } = list.data;
  return (
    <ul aria-label={texts.attention.showList} className="max-h-64 overflow-auto rounded-control border border-line p-2">
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
