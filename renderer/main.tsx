import './first-frame.ts';
// Here, beside the other words, it compresses better: a hundredth of the first script.
import './texts/say.ts';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import type { HostBridge } from '../preload/ipc/transport/bridge.ts';
import { App } from './app.tsx';
import { AnnouncerProvider } from './components/feedback/announcer.tsx';
import { LatePlace } from './components/feedback/late-place.tsx';
import { lazyWithRetry } from './components/feedback/lazy-with-retry.ts';
import { returnFocusOnClose } from './components/overlay/return-focus.ts';
import { ToastProvider } from './parts/toasts/toasts.tsx';
import { type AccountWindow, accountWindows } from './state/account/account-window.ts';
import { BridgeProvider } from './state/bridge/bridge.ts';
import { browserNotifications, tellInBrowser } from './state/bridge/browser-notices.ts';
import { localizedBridge } from './state/bridge/localized-bridge.ts';
import { SessionProvider } from './state/bridge/session.ts';
import { type Store, useStore } from './state/bridge/store.ts';
import { websocketBridge } from './state/bridge/transport/websocket-bridge.ts';
import { windowSecrets } from './state/bridge/transport/window-secrets.ts';
import { moveEarlierChoices } from './state/preferences/earlier-choices.ts';
import { applyLanguage } from './state/preferences/language.ts';
import './style/window.css';
import { language } from './texts/language.ts';
import { say } from './texts/say.ts';

declare global {
  interface Window {
    /** Set by the preload; absent in a browser. */
    readonly tandem?: HostBridge;
  }
}

const TrayPage = lazyWithRetry(async () => (await import('./features/tray/tray-page.tsx')).TrayPage);

/** The tray window always shows one page of its own. */
const isTray = ({ hash }: Location): boolean => hash === '#/tray';

/** The window's entry point: creates the bridge, then everything that lives as long as the window, then renders. */
function openWindow(element: HTMLElement): void {
  // The page's policy forbids `eval`, which zod would try for speed.
  z.config({ jitless: true });
  applyLanguage();
  // A pending action is rendered before the next press arrives, so that a double press sends nothing twice.
  notifyManager.setScheduler(queueMicrotask);
  const host = window.tandem ?? websocketBridge(window.location, windowSecrets(window));
  const accounts = accountWindows(host);
  const bridge = localizedBridge(host, say);
  tellInBrowser(bridge, browserNotifications());
  moveEarlierChoices(bridge);
  returnFocusOnClose();
  createRoot(element).render(
    <StrictMode>
      <I18nProvider locale={language}>
        <CurrentAccount accounts={accounts} />
      </I18nProvider>
    </StrictMode>,
  );
}

/** Remounts all pages, dialogs and toasts when the account changes. */
function CurrentAccount({ accounts }: { accounts: Store<AccountWindow> }): ReactNode {
  const { id, bridge, session, queries } = useStore(accounts);
  return (
    <BridgeProvider key={id} value={bridge}>
      <SessionProvider value={session}>
        <QueryClientProvider client={queries}>
          {isTray(window.location) ? (
            <LatePlace>
              <TrayPage />
            </LatePlace>
          ) : (
            <AnnouncerProvider>
              <ToastProvider>
                <App />
              </ToastProvider>
            </AnnouncerProvider>
          )}
        </QueryClientProvider>
      </SessionProvider>
    </BridgeProvider>
  );
}

const element = document.getElementById('window');
if (element !== null) openWindow(element);
