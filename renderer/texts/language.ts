import { knownLanguage, type Language, languageOf } from '../../preload/words/languages.ts';

export { knownLanguage, type Language, languageIds, languageOf } from '../../preload/words/languages.ts';

/**
 * The languages of the window, each by its own name. A further one is a line here and in `preload/words/languages.ts`, a catalogue beside
 * `en/`, its words in `format-words.ts`, and what the engine says in it in `preload/words/`.
 */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
} as const satisfies Readonly<Record<Language, unknown>>;

/** Where the person's choice is kept, like the theme; nothing there: as the system has it. */
const STORAGE_KEY = 'tandem.language';

/** The language chosen for this window; null: that of the system. */
export function keptLanguage(): Language | null {
  return typeof window === 'undefined' ? null : knownLanguage(localStorage.getItem(STORAGE_KEY));
}

/** True: the choice is kept, and holds from the next loading of the window on. */
export function keepLanguage(chosen: Language | null): boolean {
  try {
    if (chosen === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // A full or forbidden store: the choice cannot be kept here, and the window stays as it is.
  }
  return keptLanguage() === chosen;
}

/**
 * The language of this page until it is reloaded: choosing another language reloads the page, so texts are constants.
 * Outside a window, in tests, it is English.
 */
export const language: Language =
  typeof window === 'undefined' ? 'en' : (keptLanguage() ?? languageOf(navigator.languages));
