import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { useBridge } from '../../../state/bridge/bridge.ts';
import { browserNotifications } from '../../../state/bridge/browser-notices.ts';
import { texts } from '../../../texts/texts.ts';

/** Asks for the browser's notification permission, only when the person clicks. */
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
