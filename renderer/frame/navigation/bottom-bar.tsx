import { Menu } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { LatePlace } from '../../components/feedback/late-place.tsx';
import { lazyWithRetry } from '../../components/feedback/lazy-with-retry.ts';
import { usePreloaded } from '../../components/feedback/use-preloaded.ts';
import { classNames } from '../../components/layout/class-names.ts';
import { pageEntries } from '../../pages.tsx';
import { hrefOf, type Page } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { PageCount } from './page-count.tsx';

const MoreSheet = lazyWithRetry(async () => (await import('./more-sheet.tsx')).MoreSheet);

const FIRST: readonly Page[] = ['home', 'files', 'sharing', 'activity'];

const item = 'relative grid min-w-0 justify-items-center gap-0.5 py-1.5 text-small';
const lozenge = 'relative grid h-7 w-14 place-items-center rounded-full';

/** The navigation of a narrow window: four pages with their names, and all others behind "More". */
export function BottomBar({ current }: { current: Page }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  usePreloaded(MoreSheet);
  const isBehindMore = !FIRST.includes(current);
  return (
    <nav
      aria-label={texts.navigation.label}
      className="grid h-16 shrink-0 grid-cols-5 border-line border-t bg-side sm:hidden"
    >
      {FIRST.map((page) => {
        const isCurrent = page === current && !isOpen;
        const { icon: Icon, label } = pageEntries[page];
        return (
          <a
            key={page}
            href={hrefOf(page)}
            aria-current={page === current ? 'page' : undefined}
            className={classNames(item, isCurrent ? 'font-semibold text-accent' : 'text-dim')}
          >
            <span className={classNames(lozenge, isCurrent && 'bg-accent text-on-accent')}>
              <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
              {/* Problems count on Home here, which leads to them. */}
              <PageCount
                page={page === 'home' ? 'attention' : page}
                isBold
                className="absolute end-1 -top-1 min-w-4.5 leading-4.5 ring-2 ring-side"
              />
            </span>
            <span className="max-w-full truncate">{page === 'sharing' ? texts.frame.shared : label}</span>
          </a>
        );
      })}
      <Button
        onPress={() => setOpen(true)}
        aria-haspopup="dialog"
        className={classNames(
          item,
          'cursor-default',
          isBehindMore || isOpen ? 'font-semibold text-accent' : 'text-dim',
        )}
      >
        <span className={classNames(lozenge, (isBehindMore || isOpen) && 'bg-accent text-on-accent')}>
          <Menu aria-hidden className="size-4.5" strokeWidth={1.75} />
        </span>
        {texts.frame.more}
      </Button>
      {isOpen && (
        <LatePlace>
          <MoreSheet current={current} shown={FIRST} onClose={() => setOpen(false)} />
        </LatePlace>
      )}
    </nav>
  );
}
