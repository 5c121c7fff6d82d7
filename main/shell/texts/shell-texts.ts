import { germanSaid } from '../../../preload/sentences/german.ts';
import { asItIs } from '../../../preload/sentences/said.ts';
import { sayInGerman } from '../../../preload/words/de/say-in-german.ts';
import { sayInEnglish } from '../../../preload/words/en/english.ts';
import { english, type ShellTexts } from './texts.ts';
import { german } from './texts-german.ts';

/** Texts in the first available language: `de-AT` matches German. English if none is available. */
export function shellTexts(wanted: readonly string[]): ShellTexts {
  const known = wanted.map((tag) => tag.toLowerCase().split(/[-_]/)[0]).find((tag) => tag === 'en' || tag === 'de');
  return known === 'de'
    ? { ...german, say: sayInGerman(Date.now), said: germanSaid() }
    : { ...english, say: sayInEnglish(Date.now), said: asItIs };
}
