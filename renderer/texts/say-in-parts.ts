import { createSayInParts, type SayInParts } from '../../preload/words/parts.ts';
import { spoken } from './say.ts';

/** Messages in the language of the window, with the names in them apart. Not needed by the first page. */
export const sayInParts: SayInParts = createSayInParts(...spoken);
