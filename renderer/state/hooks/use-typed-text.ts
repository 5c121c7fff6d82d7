import { useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useStatus } from '../bridge/session.ts';

export type TypedText = {
  readonly text: string;
  readonly type: (text: string) => void;
  /** The text was sent. False: something else is typed by then, and stays. */
  readonly forget: (sent: string) => boolean;
  /** The key of the action that sends the text. */
  readonly sendKey: string;
  /** That action is under way, perhaps since before the field left the page. */
  readonly isSending: boolean;
};

/**
 * A text that a person types, until it is sent or cleared: its field may leave the page with a panel or a row, and shows it again afterwards. While
 * nothing is typed, it is `initial`. Each tab and each account has its own.
 */
export function useTypedText(key: string, initial = ''): TypedText {
  // Two services may give the same id to different users.
  const me = useStatus(({ account }) => `${account.baseUrl} ${account.user?.id ?? ''}`);
  const name = `tandem.typed.${me}.${key}`;
  const text = useSyncExternalStore(subscribe, () => sessionStorage.getItem(name)) ?? initial;
  const type = (next: string): void => {
    if (next === initial) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, next);
    window.dispatchEvent(new Event(CHANGED));
  };
  const forget = (sent: string): boolean => {
    if ((sessionStorage.getItem(name) ?? initial) !== sent) return false;
    type(initial);
    return true;
  };
  const isSending = useIsMutating({ mutationKey: [name] }) > 0;
  return { text, type, forget, sendKey: name, isSending };
}

/** The browser reports a change of the storage only to other tabs. */
const CHANGED = 'tandem-typed-text';

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
