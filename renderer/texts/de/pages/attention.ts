import type { Texts } from '../../texts-type.ts';
import { isOne, plural, things } from '../frame/plural.ts';

/** Attention. */
export const attentionTexts: Pick<Texts, 'attention' | 'kept'> = {
  attention: {
    title: 'Handlungsbedarf',
    nothing: 'Kein Handlungsbedarf',
    nothingDetail:
      'Hier erscheinen Konflikte, zurückgehaltene Löschungen und alles andere, was eine Entscheidung von Ihnen erfordert.',
    conflicts: 'Konflikte',
    decide: 'Entscheiden',
    decideOf: (path) => `Über ${path} entscheiden`,
    keepBothOf: (path) => `Beide Versionen von ${path} behalten`,
    emptyTrash: (size) => `Papierkorb leeren (${size}) …`,
    chooseOf: (path) => `Ordner auswählen, um Platz für ${path} zu schaffen`,
    rename: 'Umbenennen',
    renameOf: (path) => `${path} umbenennen`,
    newNameOf: (path) => `Neuer Name von ${path}`,
    nameWorks: 'Dieser Name ist möglich',
    changes: (count) => plural(count, { one: 'Änderung', other: 'Änderungen' }),
    nextChange: 'Nächste Änderung',
    previousChange: 'Vorige Änderung',
    sureOfNeither: 'Nicht sicher? Behalten Sie beide',
    sureDetail: (copy, name, other) =>
      copy === 'mine'
        ? `${other === null ? 'Die andere Version' : `Die Version von ${other}`} behält den Namen. Ihre bleibt daneben als „${name}“.`
        : `Ihre Version behält den Namen. Die ${other === null ? 'andere' : `von ${other}`} bleibt daneben als „${name}“.`,
    compare: 'Vergleichen',
    compareOf: (path) => `Beide Versionen von ${path} vergleichen`,
    held: { deletes: 'Zurückgehaltene Löschungen', rewrites: 'Zurückgehaltene Änderungen' },
    names: 'Namen',
    others: 'Noch nicht synchronisiert',
    summary: (count) => `${things(count)}. Nichts ist verloren gegangen.`,
    heldUntil: {
      deletes: {
        'to-remote': 'Bis Sie entscheiden, wird auf dem Dienst nichts gelöscht',
        'to-local': 'Bis Sie entscheiden, wird auf diesem Computer nichts gelöscht',
      },
      rewrites: {
        'to-remote': 'Bis Sie entscheiden, wird auf dem Dienst nichts ersetzt',
        'to-local': 'Bis Sie entscheiden, wird auf diesem Computer nichts ersetzt',
      },
    },
    heldWords: {
      deletes: { restore: 'Alle wiederherstellen', apply: 'Überall löschen' },
      rewrites: { restore: 'Vorherige Versionen wiederherstellen', apply: 'Neue Versionen übernehmen' },
    },
    heldPartly: (restored, failed) =>
      `${things(restored)} wiederhergestellt. ${things(failed)} ${isOne(failed) ? 'lässt' : 'lassen'} sich nicht wiederherstellen.`,
    heldDone: {
      deletes: {
        restore: (count) => `${things(count)} ${isOne(count) ? 'wird' : 'werden'} wiederhergestellt.`,
        apply: (count) =>
          `${things(count)} ${isOne(count) ? 'wird' : 'werden'} überall gelöscht. Sie können das unter „Aktivität“ rückgängig machen.`,
      },
      rewrites: {
        restore: (count) => `Die vorherigen Versionen werden wiederhergestellt: ${things(count)}.`,
        apply: (count) =>
          `Die neuen Versionen werden übernommen: ${things(count)}. Sie können das unter „Aktivität“ rückgängig machen.`,
      },
    },
    showList: 'Dateien anzeigen',
    hideList: 'Dateien ausblenden',
    back: 'Alles mit Handlungsbedarf',
    placeOf: (at, of) => `${at} von ${of}`,
    previousConflict: 'Voriger Konflikt',
    nextConflict: 'Nächster Konflikt',
    whose: { mine: 'Ihre Version', theirs: 'Andere Version' },
    versionOf: (name) => `Version von ${name}`,
    bothChanged: (name) => `Sie und ${name} haben diese Datei beide geändert. Beide Versionen sind sicher.`,
    bothSafe: 'Beide Versionen sind sicher.',
    otherLineEnds: 'Die Zeilenenden unterscheiden sich (Windows und Unix).',
    textOf: { mine: 'Text Ihrer Version', theirs: 'Text der anderen Version' },
    textOfBoth: 'Text beider Versionen',
    layout: 'Ansicht',
    layouts: { sides: 'Nebeneinander', inline: 'Untereinander' },
    notShown: 'Dieser Inhalt kann hier nicht angezeigt werden. Öffnen Sie die Datei in ihrem Ordner.',
    goesOn: 'Nur der Anfang des Textes wird angezeigt.',
    keep: { mine: 'Ihre Version behalten', theirs: 'Andere Version behalten', both: 'Beide behalten' },
    keepVersionOf: (name) => `Version von ${name} behalten`,
    kept: {
      mine: (file) => `Ihre Version von „${file}“ wurde behalten.`,
      theirs: (file, other) =>
        `Die ${other === null ? 'andere Version' : `Version von ${other}`} wurde behalten: „${file}“.`,
      both: (file) => `Beide Versionen von „${file}“ wurden behalten.`,
    },
    undoHint: 'Sie können das unter „Aktivität“ rückgängig machen.',
  },
  kept: {
    title: 'Nur auf diesem Computer',
    keep: 'Nur auf diesem Computer behalten',
    sync: 'Wieder synchronisieren',
    state: 'Wird nicht synchronisiert',
    done: (name) => `„${name}“ bleibt nur auf diesem Computer.`,
    undone: (name) => `„${name}“ wird wieder synchronisiert.`,
  },
};
