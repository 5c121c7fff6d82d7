import type { ReactNode } from 'react';
import { areaPath, linePath, type Points, type Scale } from './line-path.ts';

export type Line = {
  /** One value per moment; null leaves a gap. */
  readonly values: Points['values'];
  readonly stroke: string;
  readonly isDashed: boolean;
  /** The colour below the line; null: none. */
  readonly area: string | null;
};

/** Below this the chart would zoom in on noise. */
const LEAST_TOP = 1000;
/** Room above the highest value. */
const HEADROOM = 1.1;

/**
 * Lines over time on a light grid, without axes: the page says the current values, and `label` describes the chart in words. Time runs from left to right
 * in every language.
 */
export function LineChart({
  label,
  times,
  lines,
  windowSeconds,
}: {
  label: string;
  /** Seconds since the epoch, ascending. */
  times: readonly number[];
  lines: readonly Line[];
  windowSeconds: number;
}): ReactNode {
  const last = times.at(-1) ?? 0;
  const highest = Math.max(LEAST_TOP, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const scale: Scale = { from: last - windowSeconds, span: windowSeconds, top: highest * HEADROOM };
  return (
    <figure aria-label={label}>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-24 w-full overflow-visible fill-none *:[vector-effect:non-scaling-stroke]"
      >
        {lines.map(
          ({ values, area }) =>
            area !== null && <path key={area} d={areaPath({ times, values }, scale)} className={area} />,
        )}
        <path d="M0 0H100M0 50H100M0 100H100" className="stroke-line" />
        {lines.map(({ values, stroke, isDashed }) => (
          <path
            key={stroke}
            d={linePath({ times, values }, scale)}
            className={stroke}
            strokeWidth={2}
            strokeLinejoin="round"
            {...(isDashed ? { strokeDasharray: '5 4' } : {})}
          />
        ))}
      </svg>
    </figure>
  );
}
