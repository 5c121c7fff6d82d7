import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { useBrowserPermission } from '../../../state/preferences/browser-permission.ts';
import { texts } from '../../../texts/texts.ts';

/** Asks for the browser's notification permission, only when the person clicks. */
export function BrowserPermission(): ReactNode {
  const browser = useBrowserPermission();
  if (browser === null || browser.permission === 'granted') return null;
  if (browser.permission === 'denied') return <p className="text-dim">{texts.settings.browserTellsNothing}</p>;
  return (
    <Button className="w-fit" onPress={() => void browser.allow()}>
      {texts.settings.letBrowserTell}
    </Button>
  );
}
