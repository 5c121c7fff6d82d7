import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorMessage } from '../feedback/error-message.tsx';

/** One entry of a list on a card: its icon, text and actions, with errors below. */
export function ListRow({
  icon: Icon,
  error,
  children,
}: {
  icon: LucideIcon;
  error: { readonly message: string; readonly remedy: string } | null;
  children: ReactNode;
}): ReactNode {
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      {children}
      {error !== null && (
        <div className="basis-full">
          <ErrorMessage error={error} />
        </div>
      )}
    </li>
  );
}
