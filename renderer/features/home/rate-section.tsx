import { type ReactNode, Suspense } from 'react';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { Card, Section } from '../../components/layout/card.tsx';
import type { Line } from '../../components/layout/line-chart.tsx';
import { RATE_WINDOW_MS } from '../../state/bridge/rate-history.ts';
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

export function RateSection(): ReactNode {
  const rate = useStatus((status) => status.rate) ?? { upBytesPerSecond: 0, downBytesPerSecond: 0 };
  const history = useStore(useSession().rates);
  const now = texts.home.rateNow(rate.upBytesPerSecond, rate.downBytesPerSecond);
  return (
    <Section title={texts.home.rate} aside={<Legend />}>
      <Card className="p-3">
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

function Legend(): ReactNode {
  return (
    <div aria-hidden className="flex flex-wrap justify-end gap-x-4 whitespace-nowrap text-dim text-small">
      <span className="flex items-center gap-1.5">
        <span className="w-5 border-busy border-t-2" />
        {texts.home.up}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="w-5 border-accent border-t-2 border-dashed" />
        {texts.home.down}
      </span>
    </div>
  );
}
