import type { Texts } from '../../texts-type.ts';
import { plural, things } from '../frame/plural.ts';

/** Attention. */
export const attentionTexts: Pick<Texts, 'attention'> = {
  attention: {
    title: 'Handlungsbedarf',
    nothing: 'Nichts zu tun',
    nothingDetail: 'Hier erscheinen Konflikte, zurückgehaltene Löschungen und alles, was nicht von selbst weitergeht.',
    conflicts: (count) => plural(count, { one: 'Konflikt', other: 'Konflikte' }),
    decide: 'Entscheiden',
    decideOf: (path) => `Über ${path} entscheiden`,
    keepBothOf: (path) => `Beide Versionen von ${path} behalten`,
    rename: 'Umbenennen',
    renameOf: (path) => `${path} umbenennen`,
    newNameOf: (path) => `Neuer Name von ${path}`,
    changes: (count) => plural(count, { one: 'Änderung', other: 'Änderungen' }),
    nextChange: 'Nächste Änderung',
    previousChange: 'Vorige Änderung',
    sureOfNeither: 'Unsicher? Behalten Sie beide',
    sureDetail: 'Beide Dateien bleiben, jede unter eigenem Namen.',
    compare: 'Vergleichen',
    compareOf: (path) => `Beide Versionen von ${path} vergleichen`,
    held: 'Zurückgehalten, bis Sie entscheiden',
    heldWords: {
      deletes: { restore: 'Alle wiederherstellen', apply: 'Überall löschen' },
      rewrites: { restore: 'Alte Versionen wiederherstellen', apply: 'Neue Versionen übernehmen' },
    },
    heldCounts: (count, bytes) => `${things(count)}, ${bytes}`,
    showList: 'Liste anzeigen',
    hideList: 'Liste ausblenden',
    back: 'Alles mit Handlungsbedarf',
    changedTwice: (name) => `${name} wurde an zwei Orten geändert`,
    whose: { mine: 'Ihre', theirs: 'Die andere' },
    textOf: { mine: 'Text Ihrer Version', theirs: 'Text der anderen Version' },
    isCopy: (path) => (path === '' ? 'Unter einem Konfliktnamen aufbewahrt' : `Aufbewahrt als „${path}“`),
    hasName: 'Trägt jetzt den Namen',
    notShown: 'Dieser Inhalt kann hier nicht angezeigt werden. Öffnen Sie ihn aus seinem Ordner, um ihn anzusehen.',
    goesOn: 'Der Text geht weiter; nur sein Anfang wird angezeigt.',
    keep: { mine: 'Meine behalten', theirs: 'Andere behalten', both: 'Beide behalten' },
    undoHint: 'Das lässt sich unter Aktivität rückgängig machen.',
  },
};
