import { useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import {
  keepLanguage,
  keptLanguage,
  knownLanguage,
  type Language,
  language,
  languageIds,
  languages,
} from '../../texts/language.ts';
import { useAction } from '../bridge/actions.ts';
import { ask, type CommandRefused } from '../bridge/bridge.ts';

/** Called once before the first drawing: whoever reads aloud, hyphenates or lays out the page knows its language. */
export function applyLanguage(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}

/**
 * The choice is kept by this computer's settings, and beside the page so that the first drawing has it. A page that does not have it yet
 * (another browser, another address) takes it over for its next loading: it never loads anew under somebody's hands.
 */
export async function followKeptLanguage(bridge: TandemBridge): Promise<void> {
  try {
    const chosen = knownLanguage((await ask(bridge, 'settings.get', {})).language);
    if (chosen !== keptLanguage()) keepLanguage(chosen);
  } catch {
    // Not connected: the window says so itself, and goes on in the language it has.
  }
}

/** What a person can choose, each language by its own name: whoever chose a wrong one finds the way back. */
export const languageNames: readonly { readonly id: Language; readonly label: string }[] = languageIds.map((id) => ({
  id,
  label: languages[id].name,
}));

/** The choice, null for that of the system. It is kept for this computer first, so that menus and tray get it too; then the page loads anew. */
export function useLanguage(): {
  readonly chosen: Language | null;
  readonly error: CommandRefused | null;
  choose(id: string): void;
} {
  const set = useAction('settings.set');
  const [chosen, setChosen] = useState(keptLanguage);
  const choose = (id: string): void => {
    const next = knownLanguage(id);
    if (next === chosen) return;
    setChosen(next);
    set.mutate(
      { language: next },
      {
        onSuccess: () => {
          if (keepLanguage(next)) window.location.reload();
        },
        onError: () => setChosen(keptLanguage()),
      },
    );
  };
  return { chosen, error: set.error, choose };
}
