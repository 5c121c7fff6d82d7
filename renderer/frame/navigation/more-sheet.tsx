import { Fragment, type ReactNode } from 'react';
import { classNames } from '../../components/layout/class-names.ts';
import { Sheet } from '../../components/overlay/sheet.tsx';
import { pageEntries } from '../../pages.tsx';
import { Avatar } from '../../parts/people/avatar.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { hrefOf, type Page } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { Storage } from '../person-card.tsx';
import { PageCount } from './page-count.tsx';
import { usePageGroups } from './page-groups.ts';

/** All pages that do not fit into the bottom bar, in their groups. */
export function MoreSheet({
  current,
  shown,
  onClose,
}: {
  current: Page;
  shown: readonly Page[];
  onClose: () => void;
}): ReactNode {
  const user = useStatus(({ account }) => account.user);
  const groups = usePageGroups().map(({ pages }) => pages.filter((page) => !shown.includes(page)));
  return (
    <Sheet label={texts.navigation.label} onClose={onClose}>
      {user !== null && (
        <div className="flex items-center gap-3 px-4 pb-2">
          <Avatar id={user.id} name={user.name} size={36} />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate font-semibold text-dense">
              {user.name}
            </p>
            <div className="-mx-2 -my-2">
              <Storage onLeave={onClose} />
            </div>
          </div>
        </div>
      )}
      {[...groups, ['settings'] as const].map((pages) => (
        <Fragment key={pages.join()}>
          <hr className="my-1 border-line" />
          {pages.map((page) => {
            const { icon: Icon, label } = pageEntries[page];
            return (
              <a
                key={page}
                href={hrefOf(page)}
                onClick={onClose}
                aria-current={page === current ? 'page' : undefined}
                className={classNames(
                  'flex min-h-12 items-center gap-4 rounded-control px-4 hover:bg-hover',
                  page === current && 'bg-accent-bg font-semibold text-accent',
                )}
              >
                <Icon aria-hidden className="size-4.5 shrink-0 text-dim" strokeWidth={1.75} />
                {label}
                <PageCount page={page} className="ms-auto" />
              </a>
            );
          })}
        </Fragment>
      ))}
    </Sheet>
  );
}
