import { englishAdministration } from './en/administration.ts';
import { language } from './language.ts';
import type { AdministrationTexts } from './texts-type.ts';

/** The texts of pages that few people open: a catalogue of its own, which the first page does not wait for. */
export const administration: AdministrationTexts =
  language === 'de' ? (await import('./de/administration.ts')).germanAdministration : englishAdministration;
