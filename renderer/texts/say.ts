import { sayInEnglish } from '../../preload/words/en/english.ts';
import { createSay, type Say } from '../../preload/words/wording.ts';
import { language } from './language.ts';

/** Messages in the language of the window; any but English is fetched only where it is read, before the first drawing. */
export const say: Say = language === 'de' ? await inGerman() : sayInEnglish(Date.now);

async function inGerman(): Promise<Say> {
  const { german, germanWriting } = await import('../../preload/words/de/german.ts');
  return createSay(german, germanWriting(Date.now));
}
