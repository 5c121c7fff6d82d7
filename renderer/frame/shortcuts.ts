import { useEffect } from 'react';
import { hrefOf } from '../state/hooks/route.ts';
import { texts } from '../texts/texts.ts';

const isApple = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

/** The shortcut that opens the palette, as written on this platform. */
export const paletteKeys = isApple ? '⌘K' : texts.frame.searchKeys;

/** Shortcuts of every page: Ctrl or Cmd with K for the palette, with a comma for the settings. */
export function useFrameShortcuts(onSearch: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const hasModifier = isApple ? event.metaKey : event.ctrlKey;
      if (!hasModifier || event.altKey || event.shiftKey) return;
      if (event.key === 'k') onSearch();
      else if (event.key === ',') window.location.hash = hrefOf('settings');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [onSearch]);
}
