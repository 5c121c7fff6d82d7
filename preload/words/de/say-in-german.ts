import { createSay, type Say } from '../wording.ts';
import { german, germanWriting } from './german.ts';

/** German for the tray and notifications; the window puts the two parts together itself (`renderer/texts/say.ts`). */
export const sayInGerman = (nowMs: () => number): Say => createSay(german, germanWriting(nowMs));
