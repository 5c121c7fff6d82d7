import { type ReactNode, Suspense, useMemo } from 'react';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { Card, Section } from '../../components/layout/card.tsx';
import type { Line } from '../../components/layout/line-chart.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { RATE_WINDOW_MS, type RateSample, withEarlier } from '../../state/bridge/rate-history.ts';
import { useSession, useStatus } from '../../state/bridge/session.ts';
import { useStore } from '../../state/bridge/store.ts';
import { formatDuration, formatRate } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** Lazily loaded: the chart library is a tenth of the first page's script, and the page need not wait for a chart. */
const LineChart = lazyWithRetry(async () => (await import('../../components/layout/line-chart.tsx')).LineChart);

/** The directions differ in line style as well as in colour. */
const lines: readonly Line[] = [
  { colour: 'var(--busy)', dashed: false },
  { colour: 'var(--accent)', dashed: true },
];

const everything = {};

export function RateSection(): ReactNode {
  const rate = useStatus((status) => status.rate) ?? { upBytesPerSecond: 0, downBytesPerSecond: 0 };
  const history = useRates();
  const now = texts.home.rateNow(rate.upBytesPerSecond, rate.downBytesPerSecond);
  return (
    <Section title={texts.home.rate} aside={<span className="text-dim text-small">{texts.home.rateSpan}</span>}>
      <Card className="grid gap-2 p-4">
        <div aria-hidden className="flex flex-wrap gap-x-6 gap-y-1">
          <Speed of={texts.home.up} bytesPerSecond={rate.upBytesPerSecond} line="border-busy" />
          <Speed of={texts.home.down} bytesPerSecond={rate.downBytesPerSecond} line="border-accent border-dashed" />
        </div>
        <Suspense fallback={<div className="h-40" />}>
          <LineChart
            label={now}
            lines={lines}
            times={history.map((sample) => sample.atMs / 1000)}
            values={[history.map((sample) => sample.up), history.map((sample) => sample.down)]}
            windowSeconds={RATE_WINDOW_MS / 1000}
            formatValue={formatRate}
            formatTime={(secondsAgo) => (secondsAgo < 1 ? texts.home.rateAxisNow : `-${formatDuration(secondsAgo)}`)}
          />
        </Suspense>
      </Card>
    </Section>
  );
}

/** The rates seen by this window, and before them those that the engine has kept. */
function useRates(): readonly RateSample[] {
  const seen = useStore(useSession().rates);
  const { data } = useAnswer('rates.list', everything);
  return useMemo(() => withEarlier(data?.samples ?? [], seen), [data, seen]);
}

/** One direction: how its line is drawn, and the current speed. */
function Speed({ of, bytesPerSecond, line }: { of: string; bytesPerSecond: number; line: string }): ReactNode {
  return (
    <p className="grid">
      <span className="flex items-center gap-1.5 text-dim text-small">
        <span className={`w-4 border-t-2 ${line}`} />
        {of}
      </span>
      <span className="font-semibold tabular-nums">{formatRate(bytesPerSecond)}</span>
    </p>
  );
}
