import { useEffect } from 'react';
import { hrefOf } from '../state/hooks/route.ts';
import { isApple } from '../texts/keys.ts';

/** Shortcuts of every page: Ctrl or Cmd with K for the palette, with a comma for the settings. */
export function useFrameShortcuts(onSearch: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const hasModifier = isApple ? event.metaKey : event.ctrlKey;
      if (!hasModifier || event.altKey || event.shiftKey) return;
      // Caps Lock makes it upper case.
      if (event.key.toLowerCase() === 'k') onSearch();
      else if (event.key === ',') window.location.hash = hrefOf('settings');
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [onSearch]);
}
