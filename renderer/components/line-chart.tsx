import { type ReactNode, useEffect, useRef } from 'react';
import UPlot from 'uplot';

export type Line = {
  /** A CSS colour, e.g. `var(--busy)`. */
  readonly colour: string;
  readonly dashed: boolean;
};

/** Lines over time, with a quiet grid and without interaction: what they say stands in words in `label`. */
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
  /** The same array at each drawing: a new one draws the chart anew. */
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
    // A canvas does not follow the tokens by itself: it is drawn again when the colours change.
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

  return <figure ref={frame} aria-label={label} className="h-40 w-full overflow-hidden contain-inline-size" />;
}

type Formats = { formatValue: (value: number) => string; formatTime: (secondsAgo: number) => string };

function chartOptions(
  element: HTMLElement,
  lines: readonly Line[],
  windowSeconds: number,
  formats: Formats,
): UPlot.Options {
  const grid = { stroke: computedColour(element, 'var(--line)'), width: 1 };
  const axis = {
    stroke: computedColour(element, 'var(--dim)'),
    font: `${Math.round(parseFloat(getComputedStyle(element).fontSize) * 0.86)}px ${getComputedStyle(element).fontFamily}`,
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 20, 0, 0],
    scales: {
      x: { time: false, range: (_chart, _min, max) => [(max ?? windowSeconds) - windowSeconds, max ?? windowSeconds] },
      // A quiet line lies on the ground, and noise of some bytes does not fill the picture.
      y: { range: (_chart, _min, max) => [0, Math.max(max ?? 0, 1000) * 1.1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 24,
        splits: (_chart, _axis, _min, max) => [0, 1, 2, 3, 4, 5].map((minute) => max - minute * 60),
        values: (chart, splits) => splits.map((split) => formats.formatTime((chart.scales['x']?.max ?? split) - split)),
      },
      { ...axis, grid, size: 76, space: 40, values: (_chart, splits) => splits.map(formats.formatValue) },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        stroke: computedColour(element, line.colour),
        width: 2,
        points: { show: false },
        ...(line.dashed ? { dash: [5, 4] } : {}),
      })),
    ],
  };
}

/** What a token is right now, as the canvas wants it. */
function computedColour(element: HTMLElement, colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  element.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return computed;
}
