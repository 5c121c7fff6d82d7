import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useKeptFocus } from './components/kept-focus.ts';
import { PageGuard } from './components/page-guard.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { DropZone } from './features/drop/drop-zone.tsx';
import { Navigation } from './navigation.tsx';
import { pageEntries } from './pages.tsx';
import { SignInBanner } from './sign-in-banner.tsx';
import { useAccount } from './state/account.ts';
import { hrefOf, useRoute } from './state/route.ts';
import { useStatus } from './state/session.ts';
import { texts } from './style/texts.ts';
import { UpdateBanner } from './update-banner.tsx';

/** The frame of the window: navigation, the page that the address names, and the drop zone over all of it. */
export function App(): ReactNode {
  const route = useRoute();
  const status = useStatus();
  const page = pageEntries[route.page];
  const main = useRef<HTMLElement>(null);
  const shownPage = useRef(route.page);
  useKeptFocus(main);
  const isAlone = page.isAlone === true;
  const hasNoAccount = useAccount().data?.kind === 'none';

  useEffect(() => {
    // Without an account every other page is empty; nobody wants to come back to them by the browser's button either.
    if (hasNoAccount && route.page !== 'welcome') window.location.replace(hrefOf('welcome'));
  }, [hasNoAccount, route.page]);

  useEffect(() => {
    const state = status === null ? '' : ` · ${texts.states[status.state]}`;
    document.title = `${page.label}${state} · ${texts.name}`;
  }, [page.label, status]);

  useEffect(() => {
    if (shownPage.current === route.page) return;
    shownPage.current = route.page;
    // A new page begins at its top, for the eye as for the keyboard and the screen reader.
    main.current?.focus();
  }, [route.page]);

  return (
    <div className="flex h-full flex-col md:flex-row">
      {!isAlone && (
        <a
          href="#window-page"
          className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:rounded-control focus:bg-card focus:p-2"
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {texts.navigation.skip}
        </a>
      )}
      {!isAlone && <Navigation current={route.page} />}
      <main
        ref={main}
        id="window-page"
        tabIndex={-1}
        aria-label={page.label}
        // What is hidden for the eye is placed within it: outside, it would make the window scroll.
        className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto focus-visible:outline-none"
      >
        <ConnectionBanner />
        <SignInBanner />
        <UpdateBanner />
        <PageGuard key={route.page}>
          <Suspense>{page.draw(route)}</Suspense>
        </PageGuard>
      </main>
      {!isAlone && <DropZone />}
    </div>
  );
}
