import type { ElectronModule } from '../electron-module.ts';
import type { ShellParts } from '../shell-parts.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { ask } from '../window/ask.ts';

export type EndQuestionParts = {
  readonly electron: Pick<ElectronModule, 'dialog'>;
  readonly drops: ShellParts['drops'];
  readonly texts: Pick<ShellTexts, 'uploading'>;
};

/** Calls `end` at once, or after a person agreed to lose the uploads that are under way. */
export type EndQuestion = (how: 'quit' | 'restart', end: () => void) => void;

/**
 * Asks before a person ends the application while dropped files are on their way: their batches are in memory only, and no later start sends the
 * rest. Changes of synced folders wait for the next start, so they are no reason to ask.
 */
export function endQuestion({ electron, drops, texts }: EndQuestionParts): EndQuestion {
  let isAsking = false;
  return (how, end) => {
    const files = drops.underWay();
    if (files === 0 && !drops.isPreparing()) return end();
    if (isAsking) return;
    isAsking = true;
    const { detail, no } = texts.uploading;
    const { message, yes } = texts.uploading[how];
    void ask(electron, null, { type: 'warning', message: message(files), detail, no, yes })
      .finally(() => {
        isAsking = false;
      })
      .then((isMeant) => (isMeant ? end() : undefined));
  };
}
