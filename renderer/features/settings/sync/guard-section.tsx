import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GuardLimits } from '../../../../preload/ipc/shapes/settings.ts';
import { Select } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { limitOptions } from '../../../parts/limit-options.ts';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { hrefOf } from '../../../state/hooks/route.ts';
import { texts } from '../../../texts/texts.ts';

/** The protection against large mistakes, and its pending questions. */
export function GuardSection(): ReactNode {
  const guard = useAnswer('guard.get', {});
  const held = useAnswer('held.list', {});
  const waiting = held.data?.length ?? 0;
  return (
    <Section title={texts.settings.guard}>
      <Card className="flex items-start gap-3 p-4">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
        <div className="grid min-w-0 flex-1 gap-2">
          <QueryBoundary answer={guard} skeleton="h-10 w-72">
            {(limits) => <Limits limits={limits} />}
          </QueryBoundary>
          {waiting === 0 ? (
            <p className="text-dim text-small">{texts.settings.guardNone}</p>
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

const ITEMS = [10, 50, 200, 1000];
const PERCENT = [10, 25, 50, 75];

/** The limits below which no question is asked; effective from the next delete on. */
function Limits({ limits: { items, share } }: { limits: GuardLimits }): ReactNode {
  const set = useAction('guard.set');
  const percent = Math.round(share * 100);
  const words = texts.settings;
  return (
    <>
      <p>{words.guardDetail(items, percent)}</p>
      <div className="flex flex-wrap gap-3">
        <Select
          label={words.guardItems}
          options={limitOptions(ITEMS, items, words.guardFileCount)}
          value={String(items)}
          onChange={(id) => set.mutate({ items: Number(id) })}
        />
        <Select
          label={words.guardShare}
          options={limitOptions(PERCENT, percent, words.guardPercent)}
          value={String(percent)}
          onChange={(id) => set.mutate({ share: Number(id) / 100 })}
        />
      </div>
      <ErrorMessage error={set.error} />
    </>
  );
}
