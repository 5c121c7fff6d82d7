import { sayInGerman } from '../../../preload/words/de/say-in-german.ts';
import { sayInEnglish } from '../../../preload/words/en/english.ts';
import { languageOf } from '../../../preload/words/languages.ts';
import { english, type ShellTexts } from './texts.ts';
import { german } from './texts-german.ts';

/** Texts in the first available language: `de-AT` matches German. English if none is available. */
export function shellTexts(wanted: readonly string[]): ShellTexts {
  return languageOf(wanted) === 'de'
    ? { ...german, say: sayInGerman(Date.now) }
    : { ...english, say: sayInEnglish(Date.now) };
}
