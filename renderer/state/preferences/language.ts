import { useState } from 'react';
import {
  chosenLanguage,
  knownLanguage,
  type Language,
  language,
  languageIds,
  languages,
} from '../../texts/language.ts';
import { useAction } from '../bridge/actions.ts';
import type { CommandRefused } from '../bridge/bridge.ts';

/** Called once before the first render: screen readers, hyphenation and layout depend on the language. */
export function applyLanguage(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}

/** The available languages, each in its own name, so that a wrong choice can be undone. */
export const languageNames: readonly { readonly id: Language; readonly label: string }[] = languageIds.map((id) => ({
  id,
  label: languages[id].name,
}));

/** The choice, null for the system's language. It is stored for this computer, so that menus and tray follow; then the page reloads with it. */
export function useLanguage(): {
  readonly chosen: Language | null;
  readonly error: CommandRefused | null;
  choose(id: string): void;
} {
  const set = useAction('settings.set', () => window.location.reload());
  const [chosen, setChosen] = useState(chosenLanguage);
  const choose = (id: string): void => {
    const next = knownLanguage(id);
    if (next === chosen) return;
    setChosen(next);
    set.mutate({ language: next }, { onError: () => setChosen(chosenLanguage()) });
  };
  return { chosen, error: set.error, choose };
}
