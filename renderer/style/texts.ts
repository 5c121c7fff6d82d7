import { english } from '../texts/en/english.ts';

/**
 * Every text of the window that is not said by the engine itself, in one catalogue. A language is one object of this shape; what
 * depends on a number is a function, so that a language can have as many plural forms as it needs.
 */
export const texts = english;
