import { texts } from './texts.ts';

/** Cmd takes the place of Ctrl. */
export const isApple = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

/** The shortcuts as they are written on this platform. */
export const shortcuts = isApple
  ? { palette: '⌘K', settings: '⌘,', copyLink: '⌘C', share: '⇧⌘S', send: '⌘↵', trash: '⌘⌫' }
  : texts.frame.shortcuts;

/** Ctrl or Cmd with Shift and S. */
export const isShareKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyOf): boolean =>
  key.toLowerCase() === 's' && shiftKey && !altKey && (ctrlKey || metaKey);

/** The key that is meant: a Mac deletes with Cmd and Backspace. */
export const keyMeant = ({ key, metaKey }: Pick<KeyOf, 'key' | 'metaKey'>): string =>
  isApple && metaKey && key === 'Backspace' ? 'Delete' : key;

type KeyOf = Readonly<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> & { readonly key: string };
