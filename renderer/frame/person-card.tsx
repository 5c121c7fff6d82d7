import { Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Tip } from '../components/controls/tip.tsx';
import { Progress } from '../components/feedback/progress.tsx';
import { classNames } from '../components/layout/class-names.ts';
import { Avatar } from '../parts/people/avatar.tsx';
import { useStatus } from '../state/bridge/session.ts';
import { hrefOf } from '../state/hooks/route.ts';
import { formatBytes } from '../texts/format.ts';
import { texts } from '../texts/texts.ts';

/** Used space, with a link to free some. */
export function Storage({
  onLeave,
}: {
  /** Closes the overlay that contains it. */
  onLeave?: () => void;
}): ReactNode {
  const used = useStatus(({ account }) => account.user?.spaceUsed);
  const amount = useStatus(({ account }) => account.user?.spaceAmount);
  if (used === null || used === undefined || amount === null || amount === undefined) return null;
  const words =
    amount < 0 ? texts.navigation.space(used, amount) : texts.frame.storage(formatBytes(used), formatBytes(amount));
  return (
    <div className="mx-2 mt-auto mb-2 grid gap-1.5 pt-3 text-small">
      <div className="flex justify-between gap-2">
        <span className="tabular-nums">{words}</span>
        <a href={hrefOf('settings')} onClick={onLeave} className="text-accent hover:underline">
          {texts.frame.manageStorage}
        </a>
      </div>
      {amount > 0 && <Progress label={texts.frame.storageLabel} share={used / amount} tone="storage" />}
    </div>
  );
}

/** The signed-in user, with a link to the settings. */
export function PersonCard({ isCurrent }: { isCurrent: boolean }): ReactNode {
  const user = useStatus(({ account }) => account.user);
  const address = useStatus(({ account }) => account.baseUrl) ?? '';
  return (
    <div className="flex min-h-14 items-center gap-2.5 border-line border-t px-3 py-3 max-md:flex-col md:ps-5">
      {user !== null && <Avatar id={user.id} name={user.name} />}
      <div className="min-w-0 flex-1 max-md:hidden">
        <div dir="auto" className="truncate text-dense">
          {user === null ? texts.navigation.signedOut : user.name}
        </div>
        <div className="truncate text-dim text-small">{user === null ? address : user.login}</div>
      </div>
      <Tip text={texts.settings.title}>
        <Link
          href={hrefOf('settings')}
          aria-label={texts.settings.title}
          {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
          className={classNames(
            'grid size-8 shrink-0 place-items-center rounded-control hover:bg-hover',
            isCurrent ? 'bg-accent-bg text-accent' : 'text-dim hover:text-text',
          )}
        >
          <Settings aria-hidden className="size-4.5" strokeWidth={1.75} />
        </Link>
      </Tip>
    </div>
  );
}
