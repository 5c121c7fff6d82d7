import { useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
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

/** Called once before the first render: screen readers, hyphenation and layout depend on the language. */
export function applyLanguage(): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languages[language].dir;
}

/**
 * The choice is stored in this computer's settings, and next to the page for its first render. A page without it (another browser
 * or host) stores it for the next load, and never reloads while someone is using it.
 */
export async function followKeptLanguage(bridge: TandemBridge): Promise<void> {
  try {
    const chosen = knownLanguage((await ask(bridge, 'settings.get', {})).language);
    if (chosen !== keptLanguage()) keepLanguage(chosen);
  } catch {
    // Not connected: the window reports that itself and keeps its language.
  }
}

/** The available languages, each in its own name, so that a wrong choice can be undone. */
export const languageNames: readonly { readonly id: Language; readonly label: string }[] = languageIds.map((id) => ({
  id,
  label: languages[id].name,
}));

/**
 * The choice, null for the system's language. It is stored for this computer first, so that menus and tray follow; then the page
 * reloads.
 */
export function useLanguage(): {
  readonly chosen: Language | null;
  readonly error: CommandRefused | null;
  choose(id: string): void;
} {
  const set = useAction('settings.set', ({ language: kept }) => void keepLanguage(knownLanguage(kept)));
  const [chosen, setChosen] = useState(keptLanguage);
  const choose = (id: string): void => {
    const next = knownLanguage(id);
    if (next === chosen) return;
    setChosen(next);
    set.mutate(
      { language: next },
      {
        onSuccess: () => {
          if (keptLanguage() === next) window.location.reload();
        },
        onError: () => setChosen(keptLanguage()),
      },
    );
  };
  return { chosen, error: set.error, choose };
}
