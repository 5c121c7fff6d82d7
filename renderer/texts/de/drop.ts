import type { Texts } from '../texts-type.ts';
import { files, formatCount, isOne } from './plural.ts';

/** What is dropped or chosen to be uploaded. */
export const dropTexts: Pick<Texts, 'drop'> = {
  drop: {
    here: (name) => `Loslassen, um nach „${name}“ hochzuladen`,
    nowhere: 'Hierher kann nichts hochgeladen werden',
    reading: 'Die Auswahl wird gelesen …',
    sending: (done, total, to) => `${formatCount(done)} von ${files(total)} nach „${to}“ gesendet`,
    sent: (count, to) => `${files(count)} nach „${to}“ gesendet`,
    interrupted: (done, total, to) =>
      `${formatCount(done)} von ${files(total)} nach „${to}“ gesendet, bevor diese Seite neu geladen wurde. Bitte noch einmal hierher ziehen:`,
    missing: 'Noch einmal hierher zu ziehende Dateien',
    nothingSent: 'Nichts wurde hochgeladen',
    skipped: (count) => `${files(count)} übersprungen`,
    failed: (count) =>
      isOne(count) ? '1 Datei konnte nicht gesendet werden' : `${files(count)} konnten nicht gesendet werden`,
    question: (count, to) =>
      isOne(count) ? `1 Datei ist in „${to}“ schon vorhanden.` : `${files(count)} sind in „${to}“ schon vorhanden.`,
    keepBoth: 'Beide behalten',
    newVersion: 'Neue Version',
    skip: 'Überspringen',
    empty: 'In der Auswahl war keine Datei.',
    region: 'Hochladen aus diesem Fenster',
  },
};
