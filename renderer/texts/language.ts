/**
 * The languages of the window, each by its own name. A further one is a line here, a catalogue beside `en/`, its words in
 * `format-words.ts`, and what the engine says in it in `preload/sentences/`.
 */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
} as const;
export type Language = keyof typeof languages;
export const languageIds = ['en', 'de'] as const satisfies readonly Language[];

/** Where the person's choice is kept, like the theme; nothing there: as the system has it. */
const STORAGE_KEY = 'tandem.language';

/** The first that there is a catalogue of: `de-AT` is met by `de`. English when there is none. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = knownLanguage(tag.toLowerCase().split(/[-_]/)[0] ?? '');
    if (known !== null) return known;
  }
  return 'en';
}

export function knownLanguage(tag: string | null): Language | null {
  return languageIds.find((id) => id === tag) ?? null;
}

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
