import type { WindowPlace } from '../../../preload/ipc/shapes/desktop.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';

/** The browser's notification API. */
export type BrowserNotifications = {
  readonly permission: () => NotificationPermission;
  /** `place`: opened by a click. */
  readonly show: (title: string, body: string, id: string, place?: WindowPlace) => void;
  /** True while the person looks at this page, which then needs no notification. */
  readonly isLooking: () => boolean;
};

/** Null: not supported by this browser, or not allowed on this origin. */
export function browserNotifications(): BrowserNotifications | null {
  if (!('Notification' in window)) return null;
  return {
    permission: () => Notification.permission,
    // Several tabs show the same notice: the tag makes the browser show it once.
    show: (title, body, id, place) => {
      const shown = new Notification(title, { body, tag: id });
      if (place === undefined) return;
      shown.addEventListener('click', () => {
        window.focus();
        window.location.hash = place;
        shown.close();
      });
    },
    isLooking: () => document.hasFocus(),
  };
}

/** In a browser the page replaces the shell: it shows each notice once, of the enabled kinds. */
export function tellInBrowser(bridge: TandemBridge, notifications: BrowserNotifications | null): () => void {
  if (bridge.host !== 'browser' || notifications === null) return () => undefined;
  return bridge.subscribe('notice', ({ id, kind, title, body, place }) => {
    if (notifications.permission() !== 'granted' || notifications.isLooking()) return;
    void bridge.call('settings.get', {}).then((settings) => {
      if (settings.ok && settings.value.notifications[kind]) notifications.show(title, body, id, place);
    });
  });
}
