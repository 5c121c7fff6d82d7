import type { ReactNode } from 'react';
import { Card } from '../layout/card.tsx';

/** The lengths of the names, as they would be: none like the next. */
const bars = ['w-3/5', 'w-2/5', 'w-2/3', 'w-1/2'] as const;
const ROWS = 16;

/** A placeholder in the places of a list's rows. A list that loads quickly appears without it. */
export function RowsSkeleton(): ReactNode {
  return (
    <div
      aria-hidden
      data-testid="loading-rows"
      className="flex min-h-64 flex-1 animate-[appear_150ms_ease-out_300ms_backwards] overflow-hidden"
    >
      <Card className="flex-1 overflow-hidden">
        {Array.from({ length: ROWS }, (_, row) => (
          <div key={row} className="flex h-14 items-center gap-3 border-line border-b px-4">
            <div className="size-6 shrink-0 rounded-control bg-mute-bg" />
            <div className="grid flex-1 gap-2">
              <div className={`h-3 rounded-control bg-mute-bg ${bars[row % bars.length]}`} />
              <div className="h-2 w-1/4 rounded-control bg-mute-bg" />
            </div>
          </div>
        ))}
      </Card>
    </div>
  );
}
