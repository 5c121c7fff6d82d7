import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-aria-components';
import { Tip } from '../../components/controls/tip.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import { pageEntries } from '../../pages.tsx';
import { hrefOf, type Page } from '../../state/hooks/route.ts';
import { PageCount } from './page-count.tsx';

/** One page in the side bar: words from 900 px on, an icon with a tooltip below. */
export function PageLink({ page, isCurrent }: { page: Page; isCurrent: boolean }): ReactNode {
  const { icon: Icon, label } = pageEntries[page];
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent && link.current !== null) scrollToShow(link.current);
  }, [isCurrent]);
  return (
    <Tip text={label} placement="right" className="md:hidden">
      <Link
        ref={link}
        href={hrefOf(page)}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        className={classNames(
          'relative flex min-h-8 shrink-0 items-center gap-3 rounded-control px-2 max-md:justify-center',
          isCurrent
            ? 'bg-accent-bg font-semibold text-accent before:absolute before:inset-y-1.5 before:-start-3 before:w-0.75 before:rounded-e-full before:bg-accent max-md:before:-start-2.5'
            : 'text-dim hover:bg-hover hover:text-text',
        )}
      >
        <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
        <span className="max-md:sr-only">{label}</span>
        <PageCount
          page={page}
          className="ms-auto max-md:absolute max-md:-end-1.5 max-md:-top-1 max-md:min-w-4 max-md:px-1 max-md:leading-4"
        />
      </Link>
    </Tip>
  );
}

/** Scrolls the list of pages until the link is in view. `scrollIntoView` would also let Tab continue from the link. */
function scrollToShow(link: HTMLElement): void {
  const list = link.offsetParent;
  if (list === null) return;
  const [shown, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy({ top: Math.min(0, shown.top - frame.top) + Math.max(0, shown.bottom - frame.bottom) });
}
