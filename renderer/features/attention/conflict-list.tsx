import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conflict } from '../../../preload/ipc/attention.ts';
import { Card, Section } from '../../components/card.tsx';
import { FactLine } from '../../components/fact-line.tsx';
import { useNow } from '../../state/now.ts';
import { hrefOf } from '../../state/route.ts';
import { formatWhen } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

/** What was changed in two places; both versions are kept until the person has looked. */
export function ConflictList({ conflicts, total }: { conflicts: readonly Conflict[]; total: number }): ReactNode {
  const nowMs = useNow(60_000);
  return (
    <Section title={texts.attention.conflicts(total)}>
      <Card>
        <ul className="divide-y divide-line">
          {conflicts.map((conflict) => (
            <li key={conflict.id} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
              <TriangleAlert aria-hidden className="size-4.5 shrink-0 text-warn" />
              <div className="min-w-0 flex-[1_1_12rem]">
                <p>{conflict.sentence}</p>
                <FactLine facts={[conflict.path, formatWhen(conflict.atMs, nowMs)]} />
              </div>
              <a
                href={hrefOf('attention', { conflict: String(conflict.id) })}
                aria-label={texts.attention.compareOf(conflict.path)}
                className="inline-flex min-h-8 items-center rounded-control border border-line bg-card px-3 font-medium hover:bg-hover"
              >
                {texts.attention.compare}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
