import { asItIs, type Said } from '../../preload/sentences/said.ts';
import { language } from './language.ts';

/** What the engine says, in the language of the window; like its texts, fetched only where it is read, before the first drawing. */
export const said: Said = language === 'de' ? (await import('../../preload/sentences/german.ts')).germanSaid() : asItIs;
