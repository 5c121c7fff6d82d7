import { Search } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Tip } from '../../components/controls/tip.tsx';
import { Logo } from '../../parts/logo.tsx';
import type { Page } from '../../state/hooks/route.ts';
import { shortcuts } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { NoticesButton } from '../notices-button.tsx';
import { PersonCard, Storage } from '../person-card.tsx';
import { usePageGroups } from './page-groups.ts';
import { PageLink } from './page-link.tsx';

/** Left of the page: with labels from 900 px on, below that as icons. In a narrow window the bottom bar replaces it. */
export function SideBar({ current, onSearch }: { current: Page; onSearch: () => void }): ReactNode {
  return (
    <header className="flex w-14 shrink-0 flex-col border-line border-e bg-side max-sm:hidden md:w-58">
      <div className="flex flex-col gap-0.5 px-2.5 pt-3 md:px-3">
        <div className="flex min-h-11 items-center gap-2 pb-2 font-semibold text-heading max-md:flex-col md:ps-2">
          <Logo />
          <span className="flex-1 max-md:sr-only">{texts.name}</span>
          <NoticesButton />
        </div>
        <Tip text={`${texts.frame.search} (${shortcuts.palette})`} placement="right" className="md:hidden">
          <Button
            onPress={onSearch}
            className="mb-3 flex min-h-8 cursor-default items-center gap-2 rounded-control border border-edge bg-field px-2 text-dense text-dim hover:bg-hover max-md:justify-center"
          >
            <Search aria-hidden className="size-4 shrink-0" />
            <span className="max-md:sr-only">{texts.frame.search}</span>
            <kbd
              aria-hidden
              className="ms-auto whitespace-nowrap rounded-tick border border-line bg-bg px-1 font-sans text-badge max-md:hidden"
            >
              {shortcuts.palette}
            </kbd>
          </Button>
        </Tip>
      </div>
      <nav aria-label={texts.navigation.label} className="flex min-h-0 flex-1 flex-col">
        {/* Visually hidden elements need a positioned parent; otherwise they would make the window scroll. */}
        <div className="relative flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-2.5 py-0.5 [scrollbar-width:thin] md:px-3">
          {usePageGroups().map(({ heading, pages }) => (
            <Fragment key={heading}>
              {heading !== null && (
                <>
                  <h2 className="px-2 pt-4 pb-1.5 font-semibold text-dim text-small max-md:sr-only">{heading}</h2>
                  <hr className="my-2 border-line md:hidden" />
                </>
              )}
              {pages.map((page) => (
                <PageLink key={page} page={page} isCurrent={page === current} />
              ))}
            </Fragment>
          ))}
          <div className="mt-auto max-md:hidden">
            <Storage />
          </div>
        </div>
        <PersonCard isCurrent={current === 'settings'} />
      </nav>
    </header>
  );
}
