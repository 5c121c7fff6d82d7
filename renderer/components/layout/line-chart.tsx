import { type ReactNode, useEffect, useRef } from 'react';
import UPlot from 'uplot';

export type Line = {
  /** A CSS colour, e.g. `var(--busy)`. */
  readonly colour: string;
  readonly dashed: boolean;
};

/** A line chart over time with a light grid and no interaction; the first line stands on a tinted area. `label` describes it in words. */
export function LineChart({
  label,
  times,
  lines,
  values,
  windowSeconds,
  formatValue,
  formatTime,
}: {
  label: string;
  /** Seconds since the epoch, ascending. */
  times: readonly number[];
  /** Must be the same array on each render: a new one redraws the chart. */
  lines: readonly Line[];
  /** One list per line, as long as `times`; null leaves a gap. */
  values: readonly (readonly (number | null)[])[];
  windowSeconds: number;
  formatValue: (value: number) => string;
  formatTime: (secondsAgo: number) => string;
}): ReactNode {
  const frame = useRef<HTMLElement>(null);
  const chart = useRef<UPlot | null>(null);
  const formats = useRef({ formatValue, formatTime });

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const draw = (): void => {
      const data = chart.current?.data ?? [[], ...lines.map(() => [])];
      chart.current?.destroy();
      chart.current = new UPlot(chartOptions(element, lines, windowSeconds, formats.current), data, element);
    };
    draw();
    const resized = new ResizeObserver(() =>
      chart.current?.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    resized.observe(element);
    // A canvas does not follow colour tokens, so redraw it when they change.
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    const chosen = new MutationObserver(draw);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      resized.disconnect();
      chosen.disconnect();
      dark.removeEventListener('change', draw);
      chart.current?.destroy();
      chart.current = null;
    };
  }, [lines, windowSeconds]);

  useEffect(() => {
    chart.current?.setData([[...times], ...values.map((line) => [...line])]);
  }, [times, values]);

  // Always left to right: time runs left to right, and a minus sign precedes its number, in every language.
  return (
    <figure ref={frame} dir="ltr" aria-label={label} className="h-40 w-full overflow-hidden contain-inline-size" />
  );
}

/** The width of a time label in em. If the labels do not fit, only the first and the last are shown. */
const LABEL_EM = 4;

type Formats = { formatValue: (value: number) => string; formatTime: (secondsAgo: number) => string };

function chartOptions(
  element: HTMLElement,
  lines: readonly Line[],
  windowSeconds: number,
  formats: Formats,
): UPlot.Options {
  const grid = { stroke: computedColour(element, 'var(--line)'), width: 1 };
  const { fontSize, fontFamily } = getComputedStyle(element);
  /** Font size in pixels, which the chart's margins scale with. */
  const em = Math.round(parseFloat(fontSize) * 0.86);
  const axis = { stroke: computedColour(element, 'var(--dim)'), font: `${em}px ${fontFamily}`, ticks: { show: false } };
  const minutes = Math.floor(windowSeconds / 60);
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    // The last time label is centred on the right end.
    padding: [8, Math.round(em * 1.7), 0, 0],
    scales: {
      x: { time: false, range: (_chart, _min, max) => [(max ?? windowSeconds) - windowSeconds, max ?? windowSeconds] },
      // Keep a zero line at the bottom, and do not zoom in on a few bytes of noise.
      y: { range: (_chart, _min, max) => [0, Math.max(max ?? 0, 1000) * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        // The lowest label is centred on the baseline; keep it away from the times.
        gap: em,
        size: Math.round(em * 2.3),
        splits: (chart, _axis, _min, max) => {
          const step = chart.bbox.width / devicePixelRatio < minutes * em * LABEL_EM ? minutes : 1;
          return Array.from({ length: minutes / step + 1 }, (_, index) => max - index * step * 60);
        },
        values: (chart, splits) => splits.map((split) => formats.formatTime((chart.scales['x']?.max ?? split) - split)),
      },
      {
        ...axis,
        grid,
        size: Math.round(em * 6.3),
        space: Math.round(em * 3.3),
        values: (_chart, splits) => splits.map(formats.formatValue),
      },
    ],
    series: [
      {},
      ...lines.map((line, at) => ({
        stroke: computedColour(element, line.colour),
        ...(at === 0 && { fill: computedColour(element, `color-mix(in srgb, ${line.colour} 12%, transparent)`) }),
        width: 2,
        points: { show: false },
        ...(line.dashed ? { dash: [5, 4] } : {}),
      })),
    ],
  };
}

/** The current value of a colour token, in a form that canvas accepts. */
function computedColour(element: HTMLElement, colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  element.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return computed;
}
