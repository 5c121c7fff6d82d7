import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What went wrong with the last thing that was asked for, below the button that asked. */
export function InlineError({ sentence, remedy = '' }: { sentence: string; remedy?: string }): ReactNode {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-control bg-bad-bg px-3 py-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{`${sentence} ${remedy}`.trim()}</span>
    </p>
  );
}
