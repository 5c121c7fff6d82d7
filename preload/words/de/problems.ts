import type { ProblemTable } from '../wording.ts';
import { HOLDERS } from './holders.ts';
import { nameFault } from './name-fault.ts';
import { rootProblems } from './root-problems.ts';

const RETRIED = 'Tandem versucht es automatisch erneut.';
const RENAME_HERE = 'Benennen Sie das Element auf diesem Computer um, dann wird es synchronisiert.';
const RENAME_THERE = 'Benennen Sie das Element beim Dienst um, dann wird es synchronisiert.';
const NOTHING_TO_DO = 'Sie müssen nichts tun.';
const BOTH_KEPT = 'Beide Versionen wurden behalten. Wählen Sie eine aus, oder behalten Sie beide.';

/** Why something is not in sync: what happened, and what to do. */
export const problems: ProblemTable = {
  ...rootProblems,
  name_refused_by_service: {
    says: ({ name, ...fault }, { quoted }) => `${quoted(name)} kann nicht synchronisiert werden: ${nameFault(fault)}.`,
    fix: RENAME_HERE,
  },
  name_refused_by_disk: {
    says: ({ name, ...fault }, { quoted }) =>
      `${quoted(name)} kann auf diesem Computer nicht gespeichert werden: ${nameFault(fault)}.`,
    fix: RENAME_THERE,
  },
  names_collide: {
    says: ({ name, sibling }, { quoted }) =>
      `${quoted(name)} kann nicht synchronisiert werden: Der Ordner enthält bereits ${quoted(sibling)}, und die Namen unterscheiden sich nur in Groß- und Kleinschreibung oder Akzenten.`,
    fix: 'Benennen Sie eines der beiden Elemente um.',
  },
  name_kept_there: {
    says: ({ name, holder }, { quoted }) =>
      `${quoted(name)} kann noch nicht synchronisiert werden: Beim Dienst gehört der Name noch zu ${quoted(holder)}.`,
    fix: 'Lösen Sie das Problem mit dem anderen Element, oder benennen Sie dieses um.',
  },
  place_held_here: {
    says: ({ name, holder }, { quoted }) =>
      `${quoted(name)} kann nicht synchronisiert werden: Auf diesem Computer steht an seiner Stelle ${quoted(holder)}, das nicht synchronisiert wird.`,
    fix: ({ holder }, { quoted }) => `Verschieben Sie ${quoted(holder)} auf diesem Computer, oder benennen Sie es um.`,
  },
  not_empty_yet: {
    says: ({ name, item }, { quoted }) =>
      `${quoted(name)} kann noch nicht gelöscht werden: ${quoted(item)} wurde herausbewegt, und das kann nicht synchronisiert werden.`,
    fix: 'Lösen Sie das Problem mit dem anderen Element. Danach wird der Ordner automatisch gelöscht.',
  },
  still_within: {
    says: ({ name, item }, { quoted }) =>
      `${quoted(name)} kann noch nicht verschoben werden: Das Ziel ${quoted(item)} liegt noch darin und kann nicht herausbewegt werden.`,
    fix: 'Lösen Sie das Problem mit dem anderen Element.',
  },
  rules_missing: {
    says: ({ name, file }, { quoted }) =>
      `${quoted(name)} kann noch nicht synchronisiert werden: ${quoted(file)} beim Dienst schließt es vielleicht aus und wurde noch nicht heruntergeladen.`,
    fix: ({ file }, { quoted }) => `Lösen Sie das Problem mit ${quoted(file)}.`,
  },
  larger_than_allowed: {
    says: ({ name, sizeBytes, largestBytes }, { quoted, bytes }) =>
      `${quoted(name)} ist mit ${bytes(sizeBytes)} zu groß: Der Dienst nimmt höchstens ${bytes(largestBytes)} an.`,
    fix: 'Schließen Sie die Datei mit einer Zeile in .tandemignore aus, teilen Sie sie auf, oder bitten Sie die Administration um ein höheres Limit. Es wurde nichts hochgeladen.',
  },
  delete_not_permitted: {
    says: ({ name }, { quoted }) =>
      `Sie haben ${quoted(name)} hier gelöscht, dürfen es beim Dienst aber nicht löschen.`,
    fix: 'Bitten Sie den Eigentümer um die Berechtigung, oder stellen Sie das Element aus dem Papierkorb dieses Computers wieder her.',
  },
  download_not_permitted: {
    says: ({ name }, { quoted }) => `Sie dürfen ${quoted(name)} nicht herunterladen.`,
    fix: 'Bitten Sie den Eigentümer um die Berechtigung, oder lassen Sie das Element beim Dienst.',
  },
  move_not_permitted: {
    says: ({ name }, { quoted }) => `Sie dürfen ${quoted(name)} beim Dienst nicht verschieben oder umbenennen.`,
    fix: 'Bitten Sie den Eigentümer um die Berechtigung, oder machen Sie die Änderung rückgängig. Auf diesem Computer geht nichts verloren.',
  },
  add_not_permitted: {
    says: ({ name, folder }, { quoted }) =>
      `Sie dürfen ${quoted(name)} beim Dienst nicht zu ${quoted(folder)} hinzufügen.`,
    fix: 'Bitten Sie den Eigentümer des Ordners um die Berechtigung, oder verwenden Sie einen anderen Ordner.',
  },
  change_not_permitted: {
    says: ({ name }, { quoted }) => `Sie haben ${quoted(name)} hier geändert, dürfen es beim Dienst aber nicht ändern.`,
    fix: 'Bitten Sie den Eigentümer um die Berechtigung, oder speichern Sie Ihre Version unter einem anderen Namen.',
  },
  excluded_here: {
    says: ({ name }, { quoted }) =>
      `${quoted(name)} kann nicht synchronisiert werden: Beim Dienst gibt es ein Element mit diesem Namen, das Sie abgewählt haben.`,
    fix: 'Benennen Sie das Element hier um, oder wählen Sie das beim Dienst zum Synchronisieren aus.',
  },
  left_or_back: {
    says: ({ name }, { quoted }) => `Sie haben ${quoted(name)} hier gelöscht.`,
    fix: 'Das Element ist mit Ihnen geteilt und wurde deshalb für niemanden sonst gelöscht. Verlassen Sie die Freigabe, oder holen Sie es auf diesen Computer zurück.',
  },
  behind_held_batch: {
    says: ({ name }, { quoted }) => `${quoted(name)} wartet auf zurückgehaltene Änderungen.`,
    fix: 'Entscheiden Sie über die zurückgehaltenen Änderungen. Danach wird das Element synchronisiert.',
  },
  batch_held: {
    says: ({ items, what, direction }, write) =>
      `${write.items(items)} würden auf einmal ${direction === 'to-remote' ? 'beim Dienst' : 'auf diesem Computer'} ${what === 'deletes' ? 'gelöscht' : 'ersetzt'}, darunter dieses.`,
    fix: ({ what }) =>
      `Wenden Sie die zurückgehaltenen Änderungen an, oder machen Sie sie rückgängig. Bis dahin wird nichts ${what === 'deletes' ? 'gelöscht' : 'ersetzt'}.`,
  },
  taken_by_scanner: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ist direkt nach dem Herunterladen verschwunden.`,
    fix: 'Prüfen Sie, ob ein Virenscanner die Datei entfernt hat. Wenn Sie sie selbst gelöscht haben, wenden Sie die zurückgehaltene Löschung an. Bis dahin bleibt sie beim Dienst.',
  },

  name_not_allowed_by_service: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} kann nicht synchronisiert werden: Der Dienst nimmt den Namen nicht an.`,
    fix: RENAME_HERE,
  },
  name_not_allowed_here: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} kann unter diesem Namen nicht auf diesem Computer gespeichert werden.`,
    fix: RENAME_THERE,
  },
  name_too_long: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} kann nicht gespeichert werden: Der Name oder Pfad ist zu lang für dieses Laufwerk.`,
    fix: 'Kürzen Sie den Namen, oder verschieben Sie das Element in einen weniger tiefen Ordner.',
  },
  unreadable: {
    says: ({ subject }, { quoted }) => `Tandem kann ${quoted(subject)} nicht lesen: Zugriff verweigert.`,
    fix: `Geben Sie sich Leserechte. ${RETRIED}`,
  },
  unwritable: {
    says: ({ subject }, { quoted }) => `Tandem kann ${quoted(subject)} nicht schreiben: Zugriff verweigert.`,
    fix: `Geben Sie sich Schreibrechte für den Ordner. ${RETRIED}`,
  },
  file_in_use: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ist in einem anderen Programm geöffnet.`,
    fix: 'Schließen Sie die Datei dort, dann wird sie synchronisiert.',
  },
  disk_full: {
    says: ({ subject }, { quoted }) => `Auf diesem Laufwerk ist nicht genug Platz für ${quoted(subject)}.`,
    fix: `Geben Sie Speicherplatz frei. ${RETRIED}`,
  },
  too_large_for_disk: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ist zu groß für dieses Laufwerk.`,
    fix: 'Sein Dateisystem begrenzt die Größe einer Datei (FAT32 auf 4 GB), auch wenn genug Platz frei ist. Verschieben Sie den Ordner auf ein Laufwerk mit einem anderen Dateisystem, oder schließen Sie die Datei aus.',
  },
  disk_space_short: {
    says: ({ subject }, { quoted }) => `Auf diesem Laufwerk ist nicht genug Platz für ${quoted(subject)}.`,
    fix: ({ neededBytes, freeBytes, folder }, { bytes, quoted }) =>
      `Benötigt werden ${bytes(neededBytes)}, auf dem Laufwerk von ${quoted(folder)} sind ${bytes(freeBytes)} frei. Geben Sie Speicherplatz frei. ${RETRIED}`,
  },
  disk_error: {
    says: ({ subject, reason }, { quoted }) =>
      reason === 'io'
        ? `Das Laufwerk hat einen Fehler bei ${quoted(subject)} gemeldet.`
        : `Dieses Laufwerk unterstützt einen Vorgang nicht, der für ${quoted(subject)} nötig ist.`,
    fix: `${RETRIED} Wenn das so bleibt, prüfen Sie das Laufwerk.`,
  },
  rule_file_too_long: {
    says: ({ subject, most, mostBytes }, { quoted, count, bytes }) =>
      `Der Ordner von ${quoted(subject)} wird nicht synchronisiert: Die Datei umfasst mehr als ${count(most)} Regeln oder ${bytes(mostBytes)}.`,
    fix: 'Kürzen Sie die Datei, oder schreiben Sie Regeln in .tandemignore-Dateien in den Ordnern, für die sie gelten.',
  },
  changing_while_read: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ändert sich schneller, als Tandem es lesen kann.`,
    fix: 'Die Datei wird synchronisiert, sobald sie sich nicht mehr ändert. Andernfalls schließen Sie sie mit einer Zeile in .tandemignore aus.',
  },
  grows_all_the_time: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} wächst ständig und wird deshalb alle paar Minuten hochgeladen.`,
    fix: 'Sie müssen nichts tun. Wenn Sie die Datei sonst nirgends brauchen, schließen Sie sie mit einer Zeile in .tandemignore aus.',
  },
  no_permission: {
    says: ({ subject }, { quoted }) => `Sie dürfen ${quoted(subject)} beim Dienst nicht ändern.`,
    fix: 'Bitten Sie den Eigentümer um Bearbeitungsrechte. Ihre Version bleibt auf diesem Computer.',
  },
  item_locked: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ist beim Dienst gesperrt.`,
    fix: 'Das Element wird synchronisiert, sobald die Sperre aufgehoben ist.',
  },
  item_locked_by: {
    says: ({ subject, by }, { quoted, named }) => `${named(by)} hat ${quoted(subject)} beim Dienst gesperrt.`,
    fix: ({ by, untilMs }, { moment, named }) =>
      `${untilMs === null ? '' : `Die Sperre endet ${moment(untilMs)}. `}Das Element wird synchronisiert, sobald die Sperre aufgehoben ist. Wenn es eilt, fragen Sie ${named(by)}. Ihre Version bleibt auf diesem Computer.`,
  },
  too_large: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ist größer, als der Dienst erlaubt.`,
    fix: 'Verschieben Sie die Datei aus dem Ordner, oder teilen Sie sie auf.',
  },
  quota_full: {
    says: ({ subject }, { quoted }) => `Beim Dienst ist nicht genug Speicherplatz für ${quoted(subject)}.`,
    fix: 'Leeren Sie den Papierkorb beim Dienst, oder bitten Sie um mehr Speicherplatz. Alles andere wird weiter synchronisiert.',
  },
  refused_by_service: {
    says: ({ subject, answer }, { quoted, say }) =>
      `Der Dienst hat ${quoted(subject)} abgelehnt${because(say(answer))}.`,
    fix: 'Ändern Sie das Element, oder benennen Sie es um. Tandem versucht es nach jeder Änderung erneut.',
  },
  gone_from_service: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ist nicht mehr beim Dienst.`,
    fix: 'Tandem fragt den Dienst automatisch erneut ab.',
  },
  moved_to_other_root: {
    says: ({ subject }, { quoted }) =>
      `Sie haben ${quoted(subject)} in einen anderen synchronisierten Ordner verschoben, und das Hochladen von dort ist noch nicht abgeschlossen.`,
    fix: 'Tandem entfernt das Element hier, sobald es hochgeladen ist.',
  },
  name_conflict: {
    says: ({ subject }, { quoted }) => `Ein anderes Element belegt immer wieder den Namen von ${quoted(subject)}.`,
    fix: `${RETRIED} Wenn das so bleibt, benennen Sie eines der beiden um.`,
  },
  changing_there: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} ändert sich auf dem Dienst immer wieder.`,
    fix: 'Das Element wird synchronisiert, sobald es sich nicht mehr ändert.',
  },
  content_withheld: {
    says: ({ subject }, { quoted }) => `Der Dienst führt ${quoted(subject)} auf, gibt aber den Inhalt nicht heraus.`,
    fix: `${RETRIED} Wenn das so bleibt, fragen Sie die Administration des Dienstes.`,
  },
  corrupt_transfer: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} wurde bei der Übertragung zweimal beschädigt und deshalb verworfen.`,
    fix: `${RETRIED} Wenn das so bleibt, prüfen Sie Ihr Netzwerk.`,
  },
  service_error: {
    says: ({ subject, answer }, { quoted, say }) =>
      `Der Dienst konnte ${quoted(subject)} nicht verarbeiten${because(say(answer))}.`,
    fix: RETRIED,
  },
  being_rechecked: { says: 'Tandem prüft dieses Element erneut.', fix: NOTHING_TO_DO },

  excluded_by_line: {
    says: ({ subject, rule, file, line }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: Es entspricht der Regel ${quoted(rule)} in Zeile ${line} von ${quoted(file)}.`,
    fix: 'Entfernen Sie diese Zeile, um es zu synchronisieren.',
  },
  excluded_by_setting: {
    says: ({ subject, rule, line }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: Es entspricht der Regel ${quoted(rule)} in Zeile ${line} Ihrer Ignorierregeln.`,
    fix: 'Entfernen Sie diese Zeile in den Einstellungen, um es zu synchronisieren.',
  },
  excluded_by_default: {
    says: ({ subject, rule }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: Es entspricht der Regel ${quoted(rule)}, die für temporäre Dateien und Systemdateien eingebaut ist.`,
    fix: ({ rule }, { quoted }) =>
      `Ergänzen Sie in .tandemignore die Zeile ${quoted(`!${rule}`)}, um es zu synchronisieren.`,
  },
  kept_here: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: ${itOr(subject, item, quoted)} bleibt auf Ihren Wunsch nur auf diesem Computer.`,
    fix: 'Wählen Sie unter „Handlungsbedarf“ „Wieder synchronisieren“.',
  },
  state_folder: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} wird nicht synchronisiert: Es gehört zu Tandem.`,
    fix: NOTHING_TO_DO,
  },
  link_not_followed: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: ${itOr(subject, item, quoted)} ist eine Verknüpfung, und Tandem folgt keinen Verknüpfungen.`,
    fix: 'Ersetzen Sie die Verknüpfung durch die Datei oder den Ordner selbst, um den Inhalt zu synchronisieren.',
  },
  special_file: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: ${itOr(subject, item, quoted)} ist keine Datei, sondern eine Pipe, ein Socket oder ein Gerät.`,
    fix: NOTHING_TO_DO,
  },
  other_disk: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: ${itOr(subject, item, quoted)} ist von einem anderen Laufwerk oder Ordner in den synchronisierten Ordner eingehängt.`,
    fix: 'Um es zu synchronisieren, verschieben Sie es in den synchronisierten Ordner selbst, oder fügen Sie sein Laufwerk oder seinen Ordner als eigenen synchronisierten Ordner hinzu.',
  },
  name_not_decodable: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: Der Name ${item === subject ? '' : `von ${quoted(item)} `}ist kein gültiges Unicode.`,
    fix: RENAME_HERE,
  },
  not_selected: {
    says: ({ subject, folder }, { quoted }) =>
      `${quoted(subject)} ist nur beim Dienst: Sie haben ${folder === subject ? 'es' : quoted(folder)} abgewählt.`,
    fix: ({ folder }, { quoted }) =>
      `Wählen Sie ${quoted(folder)} zum Synchronisieren aus, dann wird es heruntergeladen.`,
  },
  beside_deselected: {
    says: ({ subject, folder }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: Beim Dienst haben Sie ${quoted(folder)} abgewählt, und der Ordner hier enthält nichts zu synchronisieren.`,
    fix: 'Wählen Sie den Ordner beim Dienst zum Synchronisieren aus, oder benennen Sie den Ordner hier um, oder löschen Sie ihn.',
  },
  place_not_free: {
    says: ({ subject, holder, is }, { quoted }) =>
      `${quoted(subject)} ist nur beim Dienst: Auf diesem Computer steht ${quoted(holder)} an seiner Stelle, ${HOLDERS[is]}.`,
    fix: ({ holder }, { quoted }) =>
      `Verschieben Sie ${quoted(holder)} auf diesem Computer, oder benennen Sie es um, dann wird das Element heruntergeladen.`,
  },
  access_lost: {
    says: ({ subject }, { quoted }) => `Sie haben beim Dienst keinen Zugriff mehr auf ${quoted(subject)}.`,
    fix: ({ folder }, { quoted }) =>
      `Sie müssen nichts tun. Tandem verschiebt nicht synchronisierte Änderungen nach ${quoted(folder)} und alles andere in den Papierkorb dieses Computers.`,
  },
  moved_out: {
    says: ({ subject }, { quoted }) => `Sie haben beim Dienst keinen Zugriff mehr auf ${quoted(subject)}.`,
    fix: ({ place }, { quoted }) =>
      `Ihre Version ist jetzt ${quoted(place)}. Verschieben Sie es zurück in einen synchronisierten Ordner, um es als neues Element hochzuladen.`,
  },
  left_over: {
    says: ({ subject, since }, { quoted }) =>
      `${quoted(subject)} wird nicht synchronisiert: ${since === 'deleted' ? 'Es wurde beim Dienst gelöscht' : 'Sie haben es abgewählt'}, und es bleibt hier, weil es Elemente enthält, die nicht synchronisiert werden.`,
    fix: 'Löschen Sie es auf diesem Computer, wenn Sie diese Elemente nicht brauchen.',
  },

  both_edited: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} wurde an zwei Orten bearbeitet.`,
    fix: BOTH_KEPT,
  },
  both_created: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} wurde auf diesem Computer und beim Dienst mit unterschiedlichem Inhalt erstellt.`,
    fix: BOTH_KEPT,
  },
  kinds_differ: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} ist auf einer Seite eine Datei und auf der anderen ein Ordner.`,
    fix: BOTH_KEPT,
  },
  name_taken: {
    says: ({ subject }, { quoted }) => `Beim Dienst hat ein anderes Element den Namen von ${quoted(subject)}.`,
    fix: BOTH_KEPT,
  },

  remote_folder_gone: {
    says: 'Der Ordner beim Dienst liegt im Papierkorb oder ist nicht mehr mit Ihnen geteilt.',
    fix: 'Stellen Sie ihn dort wieder her, oder beenden Sie das Synchronisieren dieses Ordners. Auf diesem Computer wird nichts gelöscht.',
  },

  offline: {
    says: 'Der Dienst ist nicht erreichbar.',
    fix: 'Prüfen Sie Ihre Verbindung. Die Synchronisation läuft automatisch weiter.',
  },
  private_service_failing: {
    says: ({ why }, { quoted }) =>
      `Der private Dienst auf diesem Computer fällt immer wieder aus${why === '' ? '' : `, zuletzt mit der Meldung ${quoted(why)}`}.`,
    fix: 'Tandem startet ihn neu, aber immer seltener. Starten Sie den Computer neu, und prüfen Sie, ob noch Speicherplatz frei ist. Wenn das wiederholt passiert, senden Sie einen Bericht aus den Einstellungen.',
  },
  signed_out: {
    says: 'Der Dienst akzeptiert Ihre Anmeldung nicht mehr.',
    fix: 'Melden Sie sich wieder an, dann läuft die Synchronisation weiter.',
  },
  rate_limited: {
    says: 'Der Dienst hat Tandem um eine Pause gebeten.',
    fix: 'Die Synchronisation läuft automatisch weiter.',
  },
  no_account: {
    says: 'Tandem ist noch mit keinem Dienst verbunden.',
    fix: 'Öffnen Sie das Tandem-Fenster, um zu beginnen.',
  },
};

const because = (answer: string): string => (answer === '' ? '' : `: ${answer.replace(/[.\s]+$/, '')}`);

/** "It", or the item above the path that is meant. */
const itOr = (subject: string, item: string, quoted: (name: string) => string): string =>
  item === subject ? 'Es' : quoted(item);
