import { english } from './en/english.ts';
import { language } from './language.ts';
import type { Texts } from './texts-type.ts';

/**
 * Every text of the window that is not said by the engine itself, in one catalogue. A language is one object of this shape; what
 * depends on a number is a function, so that a language can have as many plural forms as it needs. It is chosen once, before the
 * first drawing; English is always at hand, any other is fetched only where it is read.
 */
export const texts: Texts = language === 'de' ? (await import('./de/german.ts')).german : english;
