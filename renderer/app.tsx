import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ErrorBoundary } from './components/feedback/error-boundary.tsx';
import { LatePlace } from './components/feedback/late-place.tsx';
import { lazyWithRetry } from './components/feedback/lazy-with-retry.ts';
import { useFocusRecovery } from './components/layout/use-focus-recovery.ts';
import { DropZone } from './features/drop/drop-zone.tsx';
import { ConnectionBanner } from './frame/banners/connection-banner.tsx';
import { NotificationsBanner } from './frame/banners/notifications-banner.tsx';
import { OfflineBanner } from './frame/banners/offline-banner.tsx';
import { SignInBanner } from './frame/banners/sign-in-banner.tsx';
import { UpdateBanner } from './frame/banners/update-banner.tsx';
import { FrameActions } from './frame/frame-actions.tsx';
import { BottomBar } from './frame/navigation/bottom-bar.tsx';
import { SideBar } from './frame/navigation/side-bar.tsx';
import { useFrameShortcuts } from './frame/shortcuts.ts';
import { pageEntries } from './pages.tsx';
import { useAccount } from './state/account/account.ts';
import { useStatus } from './state/bridge/session.ts';
import { hrefOf, type Page, useRoute } from './state/hooks/route.ts';
import { useDroppedReply } from './state/items/asked-reply.ts';
import { texts } from './texts/texts.ts';

const Palette = lazyWithRetry(async () => (await import('./frame/palette/palette.tsx')).Palette);

/** The window's frame: navigation, the page from the URL, and overlays. */
export function App(): ReactNode {
  const route = useRoute();
  const page = pageEntries[route.page];
  const main = useRef<HTMLElement>(null);
  const [isSearching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  useFocusRecovery(main);
  useFrameShortcuts(search);
  useDroppedReply();
  useWelcome(route.page);
  useFocusOnNewPage(route.page, main);
  const isAlone = page.isAlone === true;
  // Such a page has no search. One that was open or asked for would appear on the next page by itself.
  if (isAlone && isSearching) setSearching(false);
  return (
    <div className="flex h-full flex-col sm:flex-row">
      <Title label={page.label} />
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
      {!isAlone && <SideBar current={route.page} onSearch={search} />}
      <main
        ref={main}
        id="window-page"
        tabIndex={-1}
        aria-label={page.label}
        // Visually hidden elements need a positioned parent; otherwise they would make the window scroll.
        className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto focus-visible:outline-none"
      >
        <ConnectionBanner />
        {!isAlone && route.page !== 'home' && <OfflineBanner />}
        <SignInBanner />
        <UpdateBanner />
        {!isAlone && <NotificationsBanner />}
        {!isAlone && <FrameActions onSearch={search} />}
        <ErrorBoundary key={route.page}>
          <Suspense>{page.draw(route)}</Suspense>
        </ErrorBoundary>
      </main>
      {!isAlone && <DropZone />}
      {!isAlone && <BottomBar current={route.page} />}
      {isSearching && (
        <LatePlace>
          <Palette onClose={() => setSearching(false)} />
        </LatePlace>
      )}
    </div>
  );
}

/** Leads to the welcome page while there is no account. */
function useWelcome(page: Page): void {
  const hasNoAccount = useAccount().data?.kind === 'none';
  useEffect(() => {
    // Without an account every other page is empty, so `replace` also keeps it out of the browser's history.
    if (hasNoAccount && page !== 'welcome') window.location.replace(hrefOf('welcome'));
  }, [hasNoAccount, page]);
}

/** Page and state in the window title. A separate component, so that a new state renders nothing else. */
function Title({ label }: { label: string }): null {
  const state = useStatus((status) => status.state);
  useEffect(() => {
    document.title = `${label}${state === null ? '' : ` · ${texts.states[state]}`} · ${texts.name}`;
  }, [label, state]);
  return null;
}

/** Moves the focus to the top of a new page, for keyboard and screen reader users. */
function useFocusOnNewPage(page: Page, main: RefObject<HTMLElement | null>): void {
  const shown = useRef(page);
  // Before the effects of the page, which may move the focus on.
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    main.current?.focus();
  }, [page, main]);
}
