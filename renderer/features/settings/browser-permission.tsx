import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useBridge } from '../../state/bridge.ts';
import { browserNotifications } from '../../state/browser-notices.ts';
import { texts } from '../../style/texts.ts';

/** A browser asks before it lets a page tell anything; it is asked when the person presses for it, and at no other time. */
export function BrowserPermission(): ReactNode {
  const isBrowser = useBridge().host === 'browser';
  const [permission, setPermission] = useState(() => browserNotifications()?.permission() ?? 'denied');
  if (!isBrowser || permission === 'granted') return null;
  if (permission === 'denied') return <p className="text-dim">{texts.settings.browserTellsNothing}</p>;
  return (
    <Button className="w-fit" onPress={() => void Notification.requestPermission().then(setPermission)}>
      {texts.settings.letBrowserTell}
    </Button>
  );
}
