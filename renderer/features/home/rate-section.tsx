import { type ReactNode, Suspense } from 'react';
import type { Status } from '../../../preload/ipc/status.ts';
import { Card, Section } from '../../components/card.tsx';
import { late } from '../../components/late.ts';
import type { Line } from '../../components/line-chart.tsx';
import { RATE_WINDOW_MS } from '../../state/rate-history.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { formatDuration, formatRate } from '../../style/format.ts';
import { texts } from '../../style/texts.ts';

/** In a file of its own: what draws charts is a tenth of the first page's script, and a moment's rate is no reason to wait for it. */
const LineChart = late(async () => (await import('../../components/line-chart.tsx')).LineChart);

/** Both directions differ in line as well as in colour. */
const lines: readonly Line[] = [
  { colour: 'var(--busy)', dashed: false },
  { colour: 'var(--accent)', dashed: true },
];

export function RateSection({ rate }: { rate: Status['rate'] }): ReactNode {
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
