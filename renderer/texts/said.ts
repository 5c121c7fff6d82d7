import { asItIs, type Said } from '../../preload/sentences/said.ts';
import { sayInEnglish } from '../../preload/words/en/english.ts';
import { createSay, type Say } from '../../preload/words/wording.ts';
import { language } from './language.ts';

/** The language of the engine's words; any but English is fetched only where it is read, before the first drawing. */
export const say: Say = language === 'de' ? await inGerman() : sayInEnglish(Date.now);

/** Refusals are still prose, and translated by their English sentence. */
export const said: Said = language === 'de' ? (await import('../../preload/sentences/german.ts')).germanSaid() : asItIs;

async function inGerman(): Promise<Say> {
  const { german, germanWriting } = await import('../../preload/words/de/german.ts');
  return createSay(german, germanWriting(Date.now));
}
