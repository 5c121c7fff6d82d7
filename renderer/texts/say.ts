import { english, englishWriting } from '../../preload/words/en/english.ts';
import { createSayInPrint } from '../../preload/words/parts.ts';
import type { Say } from '../../preload/words/wording.ts';
import { language } from './language.ts';

/** The words of the window's language and its formats; any but English is fetched only where it is read, before the first drawing. */
export const spoken = language === 'de' ? await inGerman() : ([english, englishWriting(Date.now)] as const);

async function inGerman() {
  const { german, germanWriting } = await import('../../preload/words/de/german.ts');
  return [german, germanWriting(Date.now)] as const;
}

/** Messages in the language of the window. */
export const say: Say = createSayInPrint(...spoken);

export { asTitle } from '../../preload/words/wording.ts';
