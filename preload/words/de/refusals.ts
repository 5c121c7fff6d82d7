import type { DiskReason } from '../codes/refusals.ts';
import type { RefusalTable } from '../wording.ts';
import { account } from './account.ts';
import { nameFault } from './name-fault.ts';
import { requests } from './requests.ts';

const GONE = 'Das Element wurde endgültig gelöscht.';
const BY_HAND = 'Verschieben Sie es selbst in einen anderen Ordner.';
const DELETE_YOURSELF =
  'Löschen Sie es selbst, wenn es niemand mehr braucht. Es kommt dann auf beiden Seiten in den Papierkorb.';

/** Why a command was refused: the obstacle and the remedy. */
export const refusals: RefusalTable = {
  ...requests,
  ...account,
  changed_since: {
    says: ({ path }, { quoted }) => `${quoted(path)} hat sich inzwischen geändert. Tandem hat deshalb nichts getan.`,
    fix: 'Prüfen Sie den aktuellen Stand, und entscheiden Sie noch einmal.',
  },
  name_in_use_there: {
    says: ({ path }, { quoted }) => `Beim Dienst hat jetzt ein anderes Element den Namen von ${quoted(path)}.`,
    fix: 'Benennen Sie zuerst dieses Element um, und versuchen Sie es dann noch einmal.',
  },
  version_name_taken: {
    says: ({ path }, { quoted }) =>
      `Beim Dienst hat jetzt ein anderes Element den Namen, den ${quoted(path)} in der früheren Version hatte.`,
    fix: 'Benennen Sie zuerst dieses Element um, und versuchen Sie es dann noch einmal.',
  },
  not_in_service_trash: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist weder beim Dienst noch in dessen Papierkorb.`,
    fix: 'Von dort kann das Element nicht wiederhergestellt werden.',
  },
  gone_from_there: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist nicht mehr beim Dienst.`,
    fix: 'Stellen Sie das Element zuerst aus dem Papierkorb wieder her, und machen Sie das dann rückgängig.',
  },
  kept_by_system_trash: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} liegt im Papierkorb des Systems. Von dort kann Tandem es nicht wiederherstellen.`,
    fix: 'Öffnen Sie den Papierkorb des Systems, und stellen Sie das Element dort wieder her.',
  },
  in_system_trash: {
    says: ({ path }, { quoted }) => `${quoted(path)} liegt im Papierkorb des Systems.`,
    fix: 'Leeren Sie den Papierkorb des Systems, um das Element endgültig zu löschen.',
  },
  gone_from_local_trash: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist nicht mehr im Papierkorb dieses Computers.`,
    fix: GONE,
  },
  not_in_local_trash: {
    says: 'Dieses Element ist nicht mehr im Papierkorb dieses Computers.',
    fix: 'Aktualisieren Sie die Liste.',
  },
  trash_without_root: {
    says: ({ path }, { quoted }) =>
      `Der Ordner, der ${quoted(path)} enthielt, fehlt oder wird nicht mehr synchronisiert.`,
    fix: ({ place }, { quoted }) => `Kopieren Sie das Element aus ${quoted(place)}.`,
  },
  trash_not_shared: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} ist nicht mehr für Sie freigegeben. Hier wiederhergestellt, würde es als Ihr Element hochgeladen.`,
    fix: ({ place }, { quoted }) =>
      `Kopieren Sie es aus ${quoted(place)}, oder bitten Sie den Eigentümer, es wieder freizugeben.`,
  },
  trash_away: {
    says: ({ path }, { quoted }) => `${quoted(path)} liegt im Papierkorb eines Laufwerks, das nicht verbunden ist.`,
    fix: ({ place }, { quoted }) =>
      `Verbinden Sie das Laufwerk mit ${quoted(place)}, und versuchen Sie es dann noch einmal. Wenn Sie es nicht mehr haben, beenden Sie vorher die Synchronisierung seines Ordners.`,
  },
  no_longer_shared: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} ist nicht mehr für Sie freigegeben und kann deshalb nicht wiederhergestellt werden.`,
    fix: 'Kopieren Sie, was Sie brauchen, aus dem synchronisierten Ordner heraus, und lassen Sie dann löschen.',
  },
  no_such_conflict: { says: 'Diesen Konflikt gibt es nicht mehr.', fix: 'Aktualisieren Sie die Liste der Konflikte.' },
  no_such_batch: {
    says: ({ id }) => `Die Änderungen mit der Nummer ${id} werden nicht mehr zurückgehalten.`,
    fix: 'Aktualisieren Sie die Liste der zurückgehaltenen Änderungen.',
  },
  held_batch_grown: {
    says: ({ items: amount }, { items }) =>
      `Inzwischen werden ${items(amount)} zurückgehalten, mehr als zuvor. Deshalb hat Tandem nichts getan.`,
    fix: 'Sehen Sie die Änderungen noch einmal an, und entscheiden Sie dann.',
  },
  no_such_entry: {
    says: 'Diesen Eintrag gibt es im Protokoll nicht.',
    fix: 'Wählen Sie einen Eintrag des Protokolls.',
  },
  version_not_kept: {
    says: ({ path }, { quoted }) => `Der Dienst hat die frühere Version von ${quoted(path)} nicht mehr.`,
    fix: 'Sie kann nicht wiederhergestellt werden.',
  },
  version_not_kept_for_batch: {
    says: ({ path }, { quoted }) => `Der Dienst hat die frühere Version von ${quoted(path)} nicht mehr.`,
    fix: 'Wenden Sie die Änderung an, oder speichern Sie die Datei dieses Computers zuerst unter einem anderen Namen.',
  },
  conflict_resolved_already: {
    says: ({ path }, { quoted }) => `Der Konflikt um ${quoted(path)} ist bereits gelöst.`,
    fix: 'Machen Sie das zuerst rückgängig, um neu zu entscheiden.',
  },
  kinds_cannot_merge: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} ist auf einer Seite eine Datei und auf der anderen ein Ordner. Keines kann eine Version des anderen werden.`,
    fix: 'Behalten Sie beide, und benennen oder löschen Sie eines davon.',
  },
  other_version_not_here: {
    says: ({ path }, { quoted }) => `Die andere Version von ${quoted(path)} ist noch nicht auf diesem Computer.`,
    fix: 'Warten Sie, bis die Synchronisation abgeschlossen ist, und entscheiden Sie dann.',
  },
  service_version_withheld: {
    says: ({ path }, { quoted }) =>
      `Ihre Rolle erlaubt nicht, ${quoted(path)} herunterzuladen. Deshalb kann die Version beim Dienst Ihre nicht ersetzen.`,
    fix: 'Behalten Sie Ihre Kopie, oder bitten Sie den Eigentümer um eine Rolle, die herunterladen darf.',
  },
  order_interrupted: {
    says: ({ path }, { quoted }) => `${quoted(path)} bleibt, wie es ist, weil die Synchronisation des Ordners endete.`,
    fix: 'Versuchen Sie es in einem Moment noch einmal.',
  },
  service_version_gone: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} ist beim Dienst nicht mehr in diesem Ordner. Deshalb kann die Version beim Dienst Ihre nicht ersetzen.`,
    fix: 'Behalten Sie Ihre Kopie, oder stellen Sie die Datei zuerst beim Dienst wieder her.',
  },
  content_not_kept: {
    says: ({ path }, { quoted }) => `Tandem konnte den aktuellen Inhalt von ${quoted(path)} nicht sichern.`,
    fix: 'Lösen Sie den Konflikt selbst: Speichern Sie eine Version über die andere, und löschen Sie die Kopie.',
  },
  folder_not_here: {
    says: ({ path }, { quoted }) => `Der Ordner, der ${quoted(path)} enthielt, ist nicht mehr auf diesem Computer.`,
    fix: BY_HAND,
  },
  folder_not_there: {
    says: ({ path }, { quoted }) => `Der Ordner, der ${quoted(path)} enthielt, ist nicht mehr beim Dienst.`,
    fix: BY_HAND,
  },
  name_in_use_here: {
    says: ({ path }, { quoted }) => `Unter ${quoted(path)} liegt jetzt ein anderes Element.`,
    fix: 'Benennen Sie zuerst dieses Element um, und versuchen Sie es dann noch einmal.',
  },
  name_not_usable: {
    says: (fault) => `Dieser Name ist nicht möglich: ${nameFault(fault)}.`,
    fix: 'Wählen Sie einen anderen Namen.',
  },
  name_taken_beside: {
    says: ({ name }, { quoted }) => `Dieser Ordner enthält bereits ${quoted(name)}.`,
    fix: 'Wählen Sie einen anderen Namen.',
  },
  both_versions_kept: {
    says: ({ path }, { quoted }) =>
      `Beide Versionen von ${quoted(path)} wurden behalten, und der Name gehört jetzt der anderen.`,
    fix: 'Lösen Sie den Konflikt unter „Handlungsbedarf“.',
  },
  earlier_content_gone: {
    says: ({ path }, { quoted }) => `Der frühere Inhalt von ${quoted(path)} ist nicht mehr im Papierkorb.`,
    fix: GONE,
  },
  may_hold_more: {
    says: ({ path }, { quoted }) => `Der wiederhergestellte Ordner ${quoted(path)} kann inzwischen Neues enthalten.`,
    fix: DELETE_YOURSELF,
  },
  rescued_already: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} wurde neben den synchronisierten Ordner verschoben, um Ihre Änderungen zu behalten.`,
    fix: 'Verschieben Sie das Element von dort, wohin Sie möchten.',
  },
  nothing_changed: {
    says: ({ path }, { quoted }) => `An ${quoted(path)} wurde nichts geändert.`,
    fix: 'Es gibt nichts rückgängig zu machen.',
  },
  creation_not_undone: {
    says: ({ path, side }, { quoted }) =>
      `${quoted(path)} wurde ${side === 'local' ? 'auf diesem Computer' : 'beim Dienst'} erstellt. Das Rückgängigmachen würde es löschen.`,
    fix: DELETE_YOURSELF,
  },
  undone_already: {
    says: ({ path }, { quoted }) => `Diese Änderung an ${quoted(path)} ist bereits rückgängig gemacht.`,
    fix: 'Sie müssen nichts tun.',
  },

  no_such_root: {
    says: 'Dieser Ordner wird nicht synchronisiert.',
    fix: 'Wählen Sie einen der synchronisierten Ordner.',
  },
  in_no_root: {
    says: ({ path }, { quoted }) => `${quoted(path)} liegt in keinem synchronisierten Ordner.`,
    fix: 'Wählen Sie einen Pfad in einem der synchronisierten Ordner.',
  },
  other_sync_app: {
    says: ({ path, app, other }, { quoted }) =>
      `${quoted(path)} kann nicht synchronisiert werden: ${app} synchronisiert bereits ${quoted(other)}, und zwei Programme würden ihre Änderungen gegenseitig rückgängig machen.`,
    fix: 'Wählen Sie einen anderen Ordner, oder beenden Sie zuerst das andere Programm und fügen Sie den Ordner mit --anyway hinzu.',
  },
  other_account_root: {
    says: ({ path, account }, { quoted }) =>
      `${quoted(path)} wurde mit einem anderen Konto oder Dienst verbunden (${account}).`,
    fix: 'Melden Sie sich mit diesem Konto an, oder beginnen Sie mit einem anderen Zustandsordner (--state) von Grund auf neu.',
  },
  not_a_folder: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist kein Ordner.`,
    fix: 'Wählen Sie einen Ordner. Das vorhandene Element wurde nicht verändert.',
  },
  link_not_a_folder: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist eine Verknüpfung, kein Ordner.`,
    fix: 'Wählen Sie einen Ordner. Die Verknüpfung wurde nicht verändert.',
  },
  local_folder_missing: {
    says: ({ path }, { quoted }) => `Der Ordner ${quoted(path)} existiert nicht.`,
    fix: 'Erstellen Sie ihn zuerst, oder wählen Sie einen anderen.',
  },
  remote_folder_not_found: {
    says: ({ id }) => `Beim Dienst gibt es keinen Ordner ${id}, oder Sie haben keinen Zugriff darauf.`,
    fix: 'Prüfen Sie die ID. 0 ist der oberste Ordner Ihres Kontos.',
  },
  local_folders_nested: {
    says: ({ path, other }, { quoted }) =>
      path === other
        ? `${quoted(path)} wird schon mit einem anderen Ordner des Dienstes synchronisiert.`
        : `${quoted(path)} kann nicht synchronisiert werden: Er überschneidet sich mit dem synchronisierten Ordner ${quoted(other)}.`,
    fix: ({ path, other }) =>
      path === other
        ? 'Beenden Sie zuerst diese Synchronisierung, oder wählen Sie einen anderen Ordner.'
        : 'Wählen Sie einen Ordner, der weder in noch über einem synchronisierten liegt.',
  },
  own_data_folder: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} kann nicht synchronisiert werden: Tandem bewahrt dort seine eigenen Daten auf.`,
    fix: ({ other }, { quoted }) => `Wählen Sie einen Ordner außerhalb von ${quoted(other)}.`,
  },
  remote_folders_nested: {
    says: ({ name, path }, { quoted }) =>
      `${quoted(name)} beim Dienst kann nicht synchronisiert werden: Er überschneidet sich mit dem Ordner, der mit ${quoted(path)} synchronisiert wird.`,
    fix: 'Wählen Sie beim Dienst einen Ordner, der weder in noch über einem synchronisierten liegt.',
  },
  folder_unusable: {
    says: ({ path, reason }, { quoted }) => `Tandem kann ${quoted(path)} nicht verwenden: ${DISK_REASONS[reason]}.`,
    fix: 'Prüfen Sie die Berechtigungen des Ordners.',
  },
  sign_in_not_accepted: {
    says: 'Der Dienst hat Ihre Anmeldung abgelehnt.',
    fix: 'Melden Sie sich wieder an, oder prüfen Sie das Token.',
  },
  root_is_there: {
    says: ({ path }, { quoted }) => `Der Ordner ${quoted(path)} ist der, den Sie verbunden haben.`,
    fix: 'Es gibt nichts zu entscheiden. Er wird weiter synchronisiert.',
  },
  place_not_a_folder: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist kein Ordner.`,
    fix: 'Verschieben Sie dieses Element. Tandem hat es nicht verändert.',
  },
  other_root_at_place: {
    says: ({ path }, { quoted }) => `Der Ordner unter ${quoted(path)} gehört zu einem anderen synchronisierten Ordner.`,
    fix: 'Verschieben Sie ihn an seinen Platz zurück, und entscheiden Sie dann noch einmal.',
  },
  nothing_to_accept: {
    says: ({ path }, { quoted }) => `Der Ordner ${quoted(path)} existiert nicht. Es gibt also nichts zu bestätigen.`,
    fix: 'Erstellen Sie ihn, oder beenden Sie seine Synchronisation.',
  },
  too_many_rules: {
    says: ({ most, mostBytes }, { count, bytes }) =>
      `Ignorierregeln stehen einzeln in je einer Zeile, höchstens ${count(most)} Zeilen und ${bytes(mostBytes)}.`,
    fix: 'Schreiben Sie einen Teil davon in .tandemignore-Dateien in den Ordnern, für die sie gelten.',
  },
  root_not_deselectable: {
    says: 'Den synchronisierten Ordner selbst können Sie nicht abwählen.',
    fix: 'Wählen Sie Ordner darin ab, oder beenden Sie seine Synchronisation.',
  },
  folder_not_known: {
    says: ({ name }, { quoted }) => `Tandem kennt beim Dienst keinen Ordner ${quoted(name)}.`,
    fix: 'Prüfen Sie den Namen. Neue Ordner beim Dienst sind nach der nächsten Synchronisation bekannt.',
  },
  not_a_share: {
    says: ({ name }, { quoted }) => `${quoted(name)} ist nicht mit Ihnen geteilt.`,
    fix: 'Wählen Sie den obersten Ordner oder die Datei, die geteilt wird.',
  },
  share_not_leavable: {
    says: ({ name }, { quoted }) =>
      `Sie können ${quoted(name)} nicht selbst verlassen: Es ist mit einer Gruppe geteilt, oder der Dienst erlaubt es nicht.`,
    fix: 'Bitten Sie den Eigentümer, Sie zu entfernen.',
  },
  nothing_to_bring_back: {
    says: ({ path }, { quoted }) => `${quoted(path)} wurde hier nicht gelöscht oder ist nicht mehr beim Dienst.`,
    fix: 'Sehen Sie unter „Handlungsbedarf“ nach.',
  },
  nothing_to_keep_here: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist auf diesem Computer nicht in diesem synchronisierten Ordner.`,
    fix: 'Prüfen Sie, ob es verschoben oder gelöscht wurde.',
  },
};

const DISK_REASONS: Readonly<Record<DiskReason, string>> = {
  not_found: 'Er existiert nicht',
  exists: 'Der Name ist vergeben',
  changed: 'Er hat sich inzwischen geändert',
  denied: 'Zugriff verweigert',
  busy: 'Ein anderes Programm verwendet ihn',
  no_space: 'Das Laufwerk ist voll',
  too_large: 'Die Datei ist zu groß für dieses Laufwerk',
  name_too_long: 'Der Name ist zu lang für dieses Laufwerk',
  name_refused: 'Dieses Laufwerk erlaubt den Namen nicht',
  not_supported: 'Dieses Laufwerk unterstützt den Vorgang nicht',
  io: 'Das Laufwerk hat einen Fehler gemeldet',
};
