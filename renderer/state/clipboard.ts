import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { texts } from '../texts/texts.ts';
import { CommandRefused } from './bridge/bridge.ts';

/** Copies text. Rejects with `CommandRefused` if the browser does not allow it: without permission, or while the window is in the background. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw refused();
  }
}

/**
 * Copies text that is still on its way, and returns it with the refusal if the browser does not allow it. Begun before the text arrives, because
 * the permission of a key press may be over by then.
 */
export async function copyLater<Value>(
  value: Promise<Value>,
  textOf: (value: Value) => string,
): Promise<{ readonly value: Value; readonly refusal: CommandRefused | null }> {
  const isWritten = await write(value.then(textOf)).then(
    () => true,
    () => false,
  );
  return { value: await value, refusal: isWritten ? null : refused() };
}

async function write(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  // Without permission, nothing else waits for it.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function refused(): CommandRefused {
  const { notCopied: message, notCopiedRemedy: remedy } = texts.errors;
  return new CommandRefused({ code: 'clipboard_refused', message, remedy });
}

/** `copyText` for a button that says itself what became of it. */
export const useCopy = (): UseMutationResult<void, CommandRefused, string> => useMutation({ mutationFn: copyText });
