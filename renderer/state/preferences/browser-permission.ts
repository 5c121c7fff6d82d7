import { useSyncExternalStore } from 'react';
import { useBridge } from '../bridge/bridge.ts';
import { browserNotifications } from '../bridge/browser-notices.ts';
import { useKeptChoice } from './kept-choice.ts';

/** Notifications of a page in a browser. */
type BrowserPermission = {
  /** For the origin of this run. `denied`: also where the browser has no notifications. */
  readonly permission: NotificationPermission;
  /** The person allowed them in this run or an earlier one. */
  readonly isWanted: boolean;
  /** Shows the browser's question, as a press of the person allows. */
  readonly allow: () => Promise<void>;
  readonly leaveOff: () => void;
};

/** Null in the desktop app, whose shell shows notifications itself. */
export function useBrowserPermission(): BrowserPermission | null {
  const isBrowser = useBridge().host === 'browser';
  const permission = useSyncExternalStore(subscribe, currentPermission);
  const [wish, choose] = useKeptChoice('browserNotices');
  if (!isBrowser) return null;
  return {
    permission,
    isWanted: wish === 'on',
    allow: async () => {
      const answer = await Notification.requestPermission();
      window.dispatchEvent(new Event(CHANGED));
      // `default`: the question was closed, so the wish stays as it is.
      if (answer !== 'default') choose(answer === 'granted' ? 'on' : 'off');
    },
    leaveOff: () => choose('off'),
  };
}

const currentPermission = (): NotificationPermission => browserNotifications()?.permission() ?? 'denied';

const CHANGED = 'tandem-notification-permission';

/** Another tab or the browser's own settings may have changed it by the time that this page has the focus again. */
function subscribe(listener: () => void): () => void {
  for (const name of [CHANGED, 'focus']) window.addEventListener(name, listener);
  return () => {
    for (const name of [CHANGED, 'focus']) window.removeEventListener(name, listener);
  };
}
