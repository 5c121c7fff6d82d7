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

/** The person's choice, as the host of the page wrote it on the root element; null: the system's language. */
export function chosenLanguage(): Language | null {
  return typeof document === 'undefined' ? null : knownLanguage(document.documentElement.dataset['language'] ?? null);
}

/**
 * The language of this page until it is reloaded: choosing another language reloads the page, so texts are constants.
 * Outside a window, in tests, it is English.
 */
export const language: Language =
  typeof window === 'undefined' ? 'en' : (chosenLanguage() ?? languageOf(navigator.languages));
