import { type ReactNode, useMemo } from 'react';
import { Card, Section } from '../../components/layout/card.tsx';
import { LineChart } from '../../components/layout/line-chart.tsx';
import { useAnswer } from '../../state/bridge/actions.ts';
import { RATE_WINDOW_MS, type RateSample, withEarlier } from '../../state/bridge/rate-history.ts';
import { useSession, useStatus } from '../../state/bridge/session.ts';
import { useStore } from '../../state/bridge/store.ts';
import { formatRate } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

const everything = {};

/** How fast files move, now and in the last minutes. The directions differ in line style as well as in colour. */
export function RateSection(): ReactNode {
  const { upBytesPerSecond: up, downBytesPerSecond: down } = useStatus((status) => status.rate) ?? still;
  const history = useRates();
  return (
    <Section title={texts.home.rate} aside={<span className="text-dim text-small">{texts.home.rateSpan}</span>}>
      <Card className="grid gap-4 p-4">
        <div aria-hidden className="flex flex-wrap gap-x-6 gap-y-1">
          <Speed of={texts.home.up} bytesPerSecond={up} line="border-busy" />
          <Speed of={texts.home.down} bytesPerSecond={down} line="border-accent border-dashed" />
        </div>
        <LineChart
          label={texts.home.rateNow(up, down)}
          times={history.map(({ atMs }) => atMs / 1000)}
          lines={[
            { values: history.map((at) => at.up), stroke: 'stroke-busy', isDashed: false, area: 'fill-busy-bg' },
            { values: history.map((at) => at.down), stroke: 'stroke-accent', isDashed: true, area: null },
          ]}
          windowSeconds={RATE_WINDOW_MS / 1000}
        />
      </Card>
    </Section>
  );
}

const still = { upBytesPerSecond: 0, downBytesPerSecond: 0 };

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
      <span className="font-semibold text-heading tabular-nums">{formatRate(bytesPerSecond)}</span>
    </p>
  );
}
