import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The reason why an action failed, and the remedy; nothing without a failure. */
export function ErrorMessage({
  error,
}: {
  error: { readonly message: string; readonly remedy?: string } | null;
}): ReactNode {
  if (error === null) return null;
  return (
    <p role="alert" className="flex items-start gap-2 rounded-control bg-bad-bg px-3 py-2 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{`${error.message} ${error.remedy ?? ''}`.trim()}</span>
    </p>
  );
}
