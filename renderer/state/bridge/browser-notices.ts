import type { TandemBridge } from '../../../preload/ipc/bridge.ts';

/** The browser's API for notifications outside of the page. */
export type BrowserNotifications = {
  readonly permission: () => NotificationPermission;
  readonly show: (title: string, body: string, id: string) => void;
  /** Does the person look at this page now? Then it says all by itself. */
  readonly isLooking: () => boolean;
};

/** Null: this browser has none, or this address may not use them. */
export function browserNotifications(): BrowserNotifications | null {
  if (!('Notification' in window)) return null;
  return {
    permission: () => Notification.permission,
    // Several tabs tell the same: by its tag the browser shows it once.
    show: (title, body, id) => void new Notification(title, { body, tag: id }),
    isLooking: () => document.hasFocus(),
  };
}

/** In a browser the page does what the shell does elsewhere: each notice once, of the kinds that the person wants. */
export function tellInBrowser(bridge: TandemBridge, notifications: BrowserNotifications | null): () => void {
  if (bridge.host !== 'browser' || notifications === null) return () => undefined;
  return bridge.subscribe('notice', ({ id, kind, title, body }) => {
    if (notifications.permission() !== 'granted' || notifications.isLooking()) return;
    void bridge.call('settings.get', {}).then((settings) => {
      if (settings.ok && settings.value.notifications[kind]) notifications.show(title, body, id);
    });
  });
}
