import { dateFormat } from '../../../texts/intl.ts';
import { language as shown } from '../../../texts/language.ts';

/** Offered besides the language that the account already has. */
const COMMON = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ja', 'zh'] as const;
/** The time zones suggested at once; typing narrows them down. */
const SUGGESTED = 30;

/** Language codes to choose from, `present` included. */
export const profileLanguages = (present: string): readonly string[] => [...new Set([...COMMON, present])];

/** Codes of the format that ISO 639-1 does not have. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ['gb', 'en-GB'],
  ['e2', 'en-CA'],
  ['e3', 'en-AU'],
  ['f2', 'fr-CA'],
  ['s2', 'es-419'],
  ['zt', 'zh-Hant'],
]);

/** `de` -> `German`, in the language of the window; any other code as it is. */
export function languageName(code: string): string {
  try {
    const tag = TAGS.get(code) ?? code.replace('_', '-');
    return new Intl.DisplayNames([shown], { type: 'language' }).of(tag) ?? code;
  } catch {
    // A service may have codes that are no tag, which throw.
    return code;
  }
}

export type Zone = {
  readonly zone: string;
  /** `GMT+1`. */
  readonly offset: string;
};

/** Time zones whose name contains the word. */
export function zonesWith(word: string): readonly Zone[] {
  const all = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const typed = word.trim().toLowerCase().replaceAll(' ', '_');
  const fitting = all.filter((zone) => zone.toLowerCase().includes(typed));
  return fitting.slice(0, SUGGESTED).map((zone) => ({ zone, offset: offsetOf(zone) }));
}

const offsetOf = (timeZone: string): string =>
  dateFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** True for `Europe/Berlin`, false for a part of it. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return dateFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    // Trying is the only way to check: an unknown time zone throws.
    return false;
  }
}
