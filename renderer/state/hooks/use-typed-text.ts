import { useIsMutating } from '@tanstack/react-query';
import { useAccountKey } from '../account/account-key.ts';
import { readText, type TextChange, useKeptText } from '../preferences/kept-text.ts';

export type TypedText = {
  readonly text: string;
  readonly type: (text: TextChange) => void;
  /** The text was sent. False: something else is typed by then, and stays. */
  readonly forget: (sent: string) => boolean;
  /** The key of the action that sends the text. */
  readonly sendKey: string;
  /** That action is under way, perhaps since before the field left the page. */
  readonly isSending: boolean;
};

/**
 * A text that a person types, until it is sent or cleared: its field may leave the page with a panel or a row, and shows it again afterwards. While
 * nothing is typed, it is `initial`. Each account has its own.
 */
export function useTypedText(key: string, initial = ''): TypedText {
  const name = `typed.${useAccountKey()}.${key}`;
  const [text, type] = useKeptText(name, initial);
  const forget = (sent: string): boolean => {
    if ((readText(name) ?? initial) !== sent) return false;
    type(initial);
    return true;
  };
  const isSending = useIsMutating({ mutationKey: [name] }) > 0;
  return { text, type, forget, sendKey: name, isSending };
}
