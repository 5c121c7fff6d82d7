import type { ReactNode } from 'react';
import { useNow } from '../state/hooks/use-now.ts';
import { formatExactly, formatMoment } from '../texts/format.ts';

/** A short time, with the full one as a tooltip. A dash if unknown. */
export function Moment({
  at,
  format = formatMoment,
}: {
  at: string | null | undefined;
  format?: (atMs: number, nowMs: number) => string;
}): ReactNode {
  const nowMs = useNow(60_000);
  if (at === null || at === undefined) return '–';
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatExactly(atMs)} className="truncate text-dim tabular-nums">
      {format(atMs, nowMs)}
    </time>
  );
}
