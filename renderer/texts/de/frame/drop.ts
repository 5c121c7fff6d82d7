import type { Texts } from '../../texts-type.ts';
import { files, formatCount, isOne, things } from './plural.ts';

/** Uploads from this window, and rows that are dragged. */
export const dropTexts: Pick<Texts, 'drop' | 'drag'> = {
  drop: {
    here: (name) => `Loslassen, um nach „${name}“ hochzuladen`,
    add: 'Ordner loslassen, um ihn zu synchronisieren',
    nowhere: 'Hier kann nichts hochgeladen werden',
    reading: 'Dateien werden gelesen …',
    sending: (begun, total, to) => `Upload nach „${to}“: ${formatCount(begun)} von ${formatCount(total)}`,
    files: 'Dateien dieses Uploads',
    showFiles: 'Dateien anzeigen',
    hideFiles: 'Dateien ausblenden',
    show: 'Anzeigen',
    stop: (path) => `Upload von ${path} abbrechen`,
    lost: 'Verbindung verloren',
    lostAt: (done, total) => `Verbindung verloren bei ${done} von ${total}`,
    retry: 'Wiederholen',
    retryOf: (path) => `Wiederholen: ${path}`,
    uploaded: (size) => `${size} · Hochgeladen`,
    sent: (count, to) => `${files(count)} nach „${to}“ hochgeladen`,
    interrupted: (done, total, to) =>
      `${formatCount(done)} von ${files(total)} nach „${to}“ hochgeladen, bevor diese Seite neu geladen wurde. Ziehen Sie die übrigen noch einmal hierher:`,
    missing: 'Dateien, die noch fehlen',
    nothingSent: 'Es wurde nichts hochgeladen',
    skipped: (count) => `${files(count)} übersprungen`,
    failed: (count) => `${files(count)} fehlgeschlagen`,
    failedMore: (count) => `${formatCount(count)} weitere fehlgeschlagen`,
    retryAll: 'Alle erneut versuchen',
    question: (count, to) =>
      isOne(count) ? `1 Datei ist in „${to}“ schon vorhanden.` : `${files(count)} sind in „${to}“ schon vorhanden.`,
    keepBoth: 'Beide behalten',
    newVersion: 'Neue Version',
    skip: 'Überspringen',
    empty: 'Keine Dateien zum Hochladen.',
    unreadable: 'Nicht lesbar.',
    region: 'Uploads aus diesem Fenster',
  },
  drag: {
    moveTo: (count, name) => `${things(count)} nach „${name}“ verschieben`,
    refused: {
      itself: (name) => `„${name}“ kann nicht in sich selbst verschoben werden`,
      below: (name) => `„${name}“ liegt in einem Ordner, den Sie verschieben`,
      right: (name) => `In „${name}“ können Sie nichts ablegen`,
    },
  },
};
