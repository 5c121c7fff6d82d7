import type { ReactNode } from 'react';
import { classNames } from '../../components/layout/class-names.ts';
import { useStatus } from '../../state/bridge/session.ts';
import type { Page } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';

/** Number of pending items of a page; nothing if there are none. */
export function PageCount({
  page,
  className,
  isBold = false,
}: {
  page: Page;
  className: string;
  /** Filled: on an icon instead of beside a word. */
  isBold?: boolean;
}): ReactNode {
  const attention = useStatus(({ attentionTotal }) => attentionTotal) ?? 0;
  const invitations = useStatus((status) => status.invitations.length) ?? 0;
  const waits = page === 'attention' ? attention : page === 'sharing' ? invitations : 0;
  if (waits === 0) return null;
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full px-1.5 text-center font-semibold text-small leading-5',
        page !== 'attention' ? 'bg-accent text-on-accent' : isBold ? 'bg-warn text-bg' : 'bg-warn-bg text-warn',
        className,
      )}
    >
      <span aria-hidden>{waits}</span>
      <span className="sr-only">
        {page === 'attention' ? texts.navigation.attention(waits) : texts.frame.invitations(waits)}
      </span>
    </span>
  );
}
