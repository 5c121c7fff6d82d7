import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, Section } from '../../components/card.tsx';
import { Asked } from '../../parts/asked.tsx';
import { useAnswer } from '../../state/actions.ts';
import { hrefOf } from '../../state/route.ts';
import { texts } from '../../style/texts.ts';

/** What keeps a mistake from being carried over, and whether it asks something now. */
export function GuardSection(): ReactNode {
  const guard = useAnswer('guard.get', {});
  const held = useAnswer('held.list', {});
  const waiting = held.data?.length ?? 0;
  return (
    <Section title={texts.settings.guard}>
      <Card className="flex items-start gap-3 p-4">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
        <div className="grid min-w-0 gap-1">
          <Asked answer={guard} skeleton="h-10 w-72">
            {({ items, share }) => <p>{texts.settings.guardDetail(items, Math.round(share * 100))}</p>}
          </Asked>
          {waiting === 0 ? (
            <p className="text-dim">{texts.settings.guardNone}</p>
          ) : (
            <p className="flex flex-wrap gap-x-2 text-warn">
              {texts.settings.guardWaits(waiting)}
              <a href={hrefOf('attention')} className="text-accent underline">
                {texts.settings.guardOpen}
              </a>
            </p>
          )}
        </div>
      </Card>
    </Section>
  );
}
