import type { Texts } from '../../texts-type.ts';
import { days, isOne, plural, things } from '../frame/plural.ts';

/** Trash. */
export const trashTexts: Pick<Texts, 'trash'> = {
  trash: {
    title: 'Papierkorb',
    tabs: { remote: 'Beim Dienst', local: 'Auf diesem Computer' },
    columns: { name: 'Name', from: 'Ursprünglicher Ordner', deleted: 'Gelöscht', size: 'Größe' },
    local: 'Papierkorb auf diesem Computer',
    localDetail: 'Wird eine Datei beim Dienst gelöscht oder ersetzt, bewahrt Tandem Ihre Kopie zuerst hier auf.',
    localNothing: 'Der Papierkorb ist leer',
    localNothingDetail:
      'Dateien, die Tandem auf diesem Computer löscht oder ersetzt, erscheinen hier und lassen sich wiederherstellen.',
    localSize: (size) => `${size} insgesamt`,
    localRestored: (name, path) => `„${name}“ unter ${path} wiederhergestellt.`,
    localPurgeDetail:
      'Die Dateien werden endgültig von diesem Computer gelöscht. Das lässt sich nicht rückgängig machen.',
    localItems: (count) => things(count),
    kept: 'Aufbewahren',
    keptDay: (count) => days(count),
    keptBytes: 'Höchstens aufbewahren',
    keptAll: 'Unbegrenzt',
    keptDetail: 'Was älter ist oder diese Größe überschreitet, wird endgültig gelöscht, das Älteste zuerst.',
    swept: (count) =>
      `${plural(count, { one: 'Element wurde', other: 'Elemente wurden' })} endgültig gelöscht, weil das Limit überschritten war.`,
    lessTitle: 'Im Papierkorb dieses Computers weniger aufbewahren?',
    lessDays: (count) =>
      `Dateien, die länger als ${days(count)} dort liegen, werden endgültig gelöscht. Das lässt sich nicht rückgängig machen.`,
    lessBytes: (size) =>
      `Die ältesten Dateien werden endgültig gelöscht, bis der Rest höchstens ${size} belegt. Das lässt sich nicht rückgängig machen.`,
    purged: (count) => `${things(count)} endgültig gelöscht.`,
    restored: (name, folder) => `„${name}“ in „${folder}“ wiederhergestellt.`,
    restoring: (count) => `${things(count)} ${isOne(count) ? 'wird' : 'werden'} wiederhergestellt …`,
    restoredMany: (count) => `${things(count)} wiederhergestellt.`,
    notRestored: (name, why) => `„${name}“ lässt sich nicht wiederherstellen. ${why}`,
    detail:
      'Gelöschte Elemente bleiben hier, bis Sie sie endgültig löschen. Sie werden in ihrem ursprünglichen Ordner wiederhergestellt, oder unter „Alle Dateien“, wenn es ihn nicht mehr gibt.',
    nothing: 'Der Papierkorb ist leer',
    nothingDetail: 'Beim Dienst gelöschte Elemente erscheinen hier und lassen sich wiederherstellen.',
    restore: 'Wiederherstellen',
    restoreOf: (name) => `${name} wiederherstellen`,
    purge: 'Endgültig löschen …',
    purgeAction: 'Endgültig löschen',
    empty: 'Papierkorb leeren …',
    purgeTitle: (count, name) => (count === 1 ? `„${name}“ endgültig löschen?` : `${things(count)} endgültig löschen?`),
    purging: (count) => `${things(count)} ${isOne(count) ? 'wird' : 'werden'} endgültig gelöscht …`,
    purgeDetail: 'Alle Versionen werden mitgelöscht. Das lässt sich nicht rückgängig machen.',
  },
};
