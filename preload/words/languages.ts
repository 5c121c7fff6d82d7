/** The languages that everything is said in. */
export const languageIds = ['en', 'de'] as const;
export type Language = (typeof languageIds)[number];

/** The first language tag that is known: `de-AT` counts as `de`. English if none is. */
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
