import type { Texts } from '../../texts-type.ts';
import { days, plural, things } from '../frame/plural.ts';

/** Trash. */
export const trashTexts: Pick<Texts, 'trash'> = {
  trash: {
    title: 'Papierkorb',
    tabs: { remote: 'Beim Dienst', local: 'Auf diesem Computer' },
    local: 'Was diesen Computer verlassen hat',
    localDetail:
      'Bevor Tandem eine Datei oder einen Ordner von diesem Computer entfernt, weil sie beim Dienst gelöscht oder ersetzt wurden, legt es sie hier ab.',
    localNothing: 'Der Papierkorb dieses Computers ist leer',
    localNothingDetail:
      'Was Tandem hier löscht oder ersetzt, erscheint zuerst in dieser Liste und kann zurückgeholt werden.',
    localSize: (size) => `${size} insgesamt`,
    localFrom: (path) => `aus ${path}`,
    localRestored: (name, path) => `„${name}“ liegt wieder unter ${path}.`,
    localPurgeDetail: 'Es wird endgültig von diesem Computer gelöscht. Das lässt sich nicht rückgängig machen.',
    localItems: (count) => things(count),
    kept: 'Aufbewahrungsdauer',
    keptForever: 'Unbegrenzt',
    keptDay: (count) => days(count),
    keptBytes: 'Höchstens',
    keptAll: 'So viel wie anfällt',
    keptDetail: 'Was älter ist oder diese Größe überschreitet, wird endgültig gelöscht, das Älteste zuerst.',
    keptSwept: (count) =>
      `${plural(count, { one: 'Element wurde', other: 'Elemente wurden' })} sofort endgültig gelöscht.`,
    restored: (name, folder) => `„${name}“ liegt wieder in „${folder}“.`,
    detail:
      'Was beim Dienst gelöscht wurde, bleibt hier, bis es endgültig gelöscht wird. Es kehrt in seinen früheren Ordner zurück, oder zu „Alle Dateien“, wenn es den nicht mehr gibt.',
    nothing: 'Der Papierkorb ist leer',
    nothingDetail:
      'Was Sie beim Dienst löschen, oder was Tandem dort für Sie löscht, kann von hier wiederhergestellt werden.',
    deleted: (when) => `gelöscht ${when}`,
    restore: 'Wiederherstellen',
    restoreOf: (name) => `${name} wiederherstellen`,
    purge: 'Endgültig löschen',
    purgeOf: (name) => `Endgültig löschen: ${name}`,
    empty: 'Papierkorb leeren …',
    purgeTitle: (count, name) => (count === 1 ? `„${name}“ endgültig löschen?` : `${things(count)} endgültig löschen?`),
    purgeDetail: 'Alle Versionen werden mitgelöscht. Das lässt sich nicht rückgängig machen.',
  },
};
