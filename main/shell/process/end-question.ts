import type { ElectronModule } from '../electron-module.ts';
import type { ShellParts } from '../shell-parts.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { ask } from '../window/ask.ts';
import type { Downloads } from '../window/downloads.ts';

export type EndQuestionParts = {
  readonly electron: Pick<ElectronModule, 'dialog'>;
  readonly drops: ShellParts['drops'];
  readonly downloads: Downloads;
  readonly texts: Pick<ShellTexts, 'ending'>;
};

/** Calls `end` at once, or after a person agreed to lose the transfers that are under way. */
export type EndQuestion = (how: 'quit' | 'restart', end: () => void) => void;

/**
 * Asks before a person ends the application while it uploads dropped files or downloads something: these are in memory only, and no later start
 * continues them. Changes of synced folders wait for the next start, so they are no reason to ask.
 */
export function endQuestion(parts: EndQuestionParts): EndQuestion {
  const { electron, texts } = parts;
  let isAsking = false;
  return (how, end) => {
    const losses = lossesOf(parts);
    if (losses.length === 0) return end();
    if (isAsking) return;
    isAsking = true;
    const { message, yes } = texts.ending[how];
    const question = {
      message: message(losses.map(({ what }) => what).join('. ')),
      detail: losses.map(({ again }) => again).join(' '),
    };
    void ask(electron, null, { type: 'warning', ...question, no: texts.ending.no, yes })
      .finally(() => {
        isAsking = false;
      })
      .then((isMeant) => (isMeant ? end() : undefined));
  };
}

type Loss = { readonly what: string; readonly again: string };

/** What would be lost, and what the person would have to do again. */
function lossesOf({ drops, downloads, texts: { ending } }: EndQuestionParts): readonly Loss[] {
  const [files, running] = [drops.underWay(), downloads.running()];
  return [
    ...(files > 0 || drops.isPreparing() ? [{ what: ending.uploading(files), again: ending.dropAgain }] : []),
    ...(running > 0 ? [{ what: ending.downloading(running), again: ending.downloadAgain }] : []),
  ];
}
