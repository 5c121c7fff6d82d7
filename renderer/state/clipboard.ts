import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { texts } from '../texts/texts.ts';
import { CommandRefused } from './bridge/bridge.ts';

/** Copies text. Rejects with `CommandRefused` if the browser does not allow it: without permission, or while the window is in the background. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const { notCopied: message, notCopiedRemedy: remedy } = texts.errors;
    throw new CommandRefused({ code: 'clipboard_refused', message, remedy });
  }
}

/** `copyText` for a button that says itself what became of it. */
export const useCopy = (): UseMutationResult<void, CommandRefused, string> => useMutation({ mutationFn: copyText });
