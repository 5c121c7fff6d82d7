import { BellOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useBrowserPermission } from '../../state/preferences/browser-permission.ts';
import { texts } from '../../texts/texts.ts';

/**
 * Shown in a browser to a person who allowed notifications in an earlier run: a browser keeps the permission by origin, and each run has its own. If it
 * is dismissed, later runs don't show it either.
 */
export function NotificationsBanner(): ReactNode {
  const browser = useBrowserPermission();
  const { settings } = texts;
  return (
    <div aria-live="polite">
      {browser?.isWanted === true && browser.permission === 'default' && (
        <section
          aria-label={settings.notificationsOff}
          className="flex flex-wrap items-center gap-3 border-line border-b bg-mute-bg px-4 py-2 md:px-8"
        >
          <BellOff aria-hidden className="size-4 shrink-0 text-dim" />
          <p className="min-w-0 flex-[1_1_14rem]">
            <strong className="font-semibold">{settings.notificationsOff}.</strong> {settings.notificationsOffDetail}
          </p>
          <Button onPress={() => void browser.allow()}>{settings.allowNotifications}</Button>
          <Button kind="ghost" icon aria-label={settings.leaveNotificationsOff} onPress={browser.leaveOff}>
            <X aria-hidden className="size-4" />
          </Button>
        </section>
      )}
    </div>
  );
}
