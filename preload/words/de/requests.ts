import type { HostFeature, RequestRefusalArgs } from '../codes/requests.ts';
import type { RefusalTable } from '../wording.ts';

const DROP_AGAIN = 'Ziehen Sie die Dateien noch einmal hierher.';
const DROP_IT_AGAIN = 'Ziehen Sie sie noch einmal hierher.';
const OTHER_VERSION =
  'Starten Sie Tandem neu. Wenn das nicht hilft, haben das Fenster und das Programm verschiedene Versionen.';
const NOTHING_TO_DO = 'Es ist nichts zu tun.';

/** Why a request of the window was refused: the obstacle and the remedy. */
export const requests: Pick<RefusalTable, keyof RequestRefusalArgs> = {
  no_folder_entered: {
    says: 'Es ist noch kein Ordner angegeben.',
    fix: ({ example }) => `Geben Sie den vollständigen Pfad an, etwa ${example}.`,
  },
  path_not_absolute: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist kein vollständiger Pfad.`,
    fix: ({ example }) => `Geben Sie den vollständigen Pfad an, etwa ${example}.`,
  },
  whole_disk: {
    says: 'Ein ganzes Laufwerk kann nicht synchronisiert werden.',
    fix: 'Wählen Sie einen Ordner darauf.',
  },
  folder_in_a_file: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist kein Ordner.`,
    fix: 'Wählen Sie einen anderen Ort für den neuen Ordner.',
  },
  folder_not_writable: {
    says: ({ path }, { quoted }) => `In ${quoted(path)} dürfen Sie nicht schreiben.`,
    fix: 'Wählen Sie einen anderen Ordner, oder ändern Sie seine Berechtigungen.',
  },
  folder_not_made: {
    says: ({ path, reason }, { quoted }) => `Der Ordner ${quoted(path)} konnte nicht erstellt werden (${reason}).`,
    fix: 'Wählen Sie einen anderen Ort dafür.',
  },
  outside_root: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist nicht in diesem Ordner.`,
    fix: 'Wählen Sie ein Element des Ordners.',
  },
  service_not_reached: {
    says: ({ answer }, { say }) => say(answer),
    fix: 'Prüfen Sie die Adresse des Dienstes und die Verbindung.',
  },
  service_refused: {
    says: ({ answer }, { say }) => say(answer),
    fix: 'Versuchen Sie es noch einmal. Wenn das so bleibt, fragen Sie die Administration des Dienstes.',
  },
  not_supported_here: {
    says: ({ feature }) => `${FEATURES[feature]} ist hier nicht möglich.`,
    fix: 'Verwenden Sie dafür die Desktop-Anwendung.',
  },
  no_newer_version: {
    says: 'Es gibt noch keine neuere Version, die installiert werden kann.',
    fix: NOTHING_TO_DO,
  },
  scheme_not_opened: {
    says: ({ scheme }, { quoted }) => `Tandem öffnet keine Adressen, die mit ${quoted(scheme)} beginnen.`,
    fix: 'Öffnen Sie sie selbst.',
  },
  window_opening: { says: 'Das Fenster wird noch geöffnet.', fix: 'Versuchen Sie es gleich noch einmal.' },
  proxy_with_password: {
    says: 'Ein Proxy, der nach Name und Passwort fragt, kann hier nicht eingestellt werden.',
    fix: 'Geben Sie nur seine Adresse an, etwa http://proxy.example.com:3128.',
  },
  unknown_command: {
    says: ({ command }, { quoted }) => `Tandem kennt den Befehl ${quoted(command)} nicht.`,
    fix: OTHER_VERSION,
  },
  request_malformed: {
    says: ({ what }) => `Das Fenster hat eine ungültige Anfrage gestellt: ${what}.`,
    fix: OTHER_VERSION,
  },
  answer_malformed: { says: ({ what }) => `Tandem hat ungültig geantwortet: ${what}.`, fix: OTHER_VERSION },
  host_fault: {
    says: 'In Tandem ist etwas schiefgegangen.',
    fix: 'Versuchen Sie es noch einmal. Wenn das so bleibt, starten Sie Tandem neu. Mehr steht im Protokoll.',
  },
  not_our_window: {
    says: 'Diese Anfrage darf nur das Fenster von Tandem stellen.',
    fix: 'Schließen Sie das Programm, das gefragt hat, und öffnen Sie das Fenster über das Symbol im Infobereich.',
  },
  disconnected: {
    says: 'Die Verbindung zu Tandem ist unterbrochen.',
    fix: 'Das Fenster verbindet sich automatisch wieder. Prüfen Sie, ob Tandem noch läuft.',
  },
  paths_only: { says: 'Dieses Fenster übergibt Pfade, keine Inhalte.', fix: DROP_AGAIN },
  nothing_named: {
    says: 'In der Anfrage fehlt, worauf sie sich bezieht.',
    fix: 'Wählen Sie einen Eintrag, und versuchen Sie es dann noch einmal.',
  },
  transfer_over: { says: 'Diese Übertragung ist schon abgeschlossen.', fix: NOTHING_TO_DO },
  item_gone: { says: 'Das gibt es nicht mehr.', fix: NOTHING_TO_DO },
  drop_unreadable: {
    says: ({ path }, { quoted }) => `${quoted(path)} konnte nicht gelesen werden.`,
    fix: 'Es wurde nichts hochgeladen. Prüfen Sie, ob es vorhanden ist und Sie es lesen dürfen, und ziehen Sie es dann noch einmal hierher.',
  },
  drop_empty: {
    says: 'Sie haben keine Dateien hierher gezogen.',
    fix: 'Ziehen Sie Dateien hierher, oder Ordner mit Dateien.',
  },
  drop_path_bad: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist kein Pfad in einem Ordner.`,
    fix: `Es wurde nichts hochgeladen. ${DROP_AGAIN}`,
  },
  drop_not_started: { says: ({ answer }, { say }) => say(answer), fix: `Es wurde nichts hochgeladen. ${DROP_AGAIN}` },
  drop_folder_gone: {
    says: 'Den Ordner gibt es beim Dienst nicht mehr.',
    fix: 'Es wurde nichts hochgeladen. Ziehen Sie die Dateien in einen anderen Ordner.',
  },
  drop_over: { says: 'Dieser Upload ist schon abgeschlossen.', fix: DROP_AGAIN },
  drop_not_announced: {
    says: 'Diese Datei ist schon gesendet, oder ihr Upload ist abgeschlossen.',
    fix: DROP_IT_AGAIN,
  },
  drop_name_undecided: {
    says: 'Eine Datei mit diesem Namen ist dort schon vorhanden.',
    fix: 'Wählen Sie, ob Sie das Element ersetzen oder beide behalten möchten.',
  },
  drop_folder_is_file: {
    says: ({ name }, { quoted }) => `${quoted(name)} ist beim Dienst eine Datei, kein Ordner.`,
    fix: 'Benennen Sie eines der beiden um, und ziehen Sie die Dateien dann noch einmal hierher.',
  },
  drop_folder_not_made: {
    says: ({ name }, { quoted }) => `Der Ordner ${quoted(name)} konnte beim Dienst nicht erstellt werden.`,
    fix: DROP_AGAIN,
  },
  drop_refused: { says: ({ answer }, { say }) => say(answer), fix: DROP_IT_AGAIN },
  drop_name_taken: { says: 'Eine Datei mit diesem Namen ist dort schon vorhanden.', fix: DROP_IT_AGAIN },
  drop_cancelled: { says: 'Der Upload wurde abgebrochen.', fix: DROP_IT_AGAIN },
  drop_corrupt: {
    says: 'Die Datei kam beschädigt an. Der Dienst hat sie deshalb nicht behalten.',
    fix: DROP_IT_AGAIN,
  },
  drop_failed: { says: 'Der Upload ist fehlgeschlagen.', fix: DROP_IT_AGAIN },
  drop_connection_lost: { says: 'Die Verbindung ging verloren.', fix: DROP_IT_AGAIN },
  drop_file_changed: { says: 'Die Datei wurde geändert oder ist nicht mehr lesbar.', fix: DROP_IT_AGAIN },
  link_password_wrong: {
    says: 'Dieser Link braucht ein Passwort. Das angegebene fehlt oder ist falsch.',
    fix: 'Fragen Sie die Person, die Ihnen den Link gesendet hat.',
  },
  link_opens_nothing: {
    says: 'Mit diesem Link können Sie nichts öffnen.',
    fix: 'Prüfen Sie die Adresse. Vielleicht wurde der Link entfernt, oder er ist für andere bestimmt.',
  },
  link_visit_over: {
    says: 'Tandem wurde neu gestartet, seit Sie diesen Link geöffnet haben.',
    fix: 'Öffnen Sie den Link noch einmal.',
  },
  archive_not_permitted: {
    says: ({ name }, { quoted }) => `Sie dürfen ${quoted(name)} nicht herunterladen. Das Archiv wäre leer.`,
    fix: 'Wählen Sie nur Elemente aus, die Sie herunterladen dürfen, oder bitten Sie den Eigentümer um die Berechtigung.',
  },
  archive_too_deep: {
    says: ({ name }, { quoted }) => `${quoted(name)} liegt zu tief für ein Archiv.`,
    fix: 'Laden Sie einen Ordner weiter unten für sich herunter.',
  },
  archive_too_many: {
    says: 'Das sind mehr als 65.535 Dateien und Ordner. Mehr fasst ein Archiv nicht.',
    fix: 'Laden Sie die Ordner einzeln herunter.',
  },
  archive_bookmark_bad: {
    says: ({ name }, { quoted }) =>
      `${quoted(name)} verweist auf keine Webseite und kann deshalb nicht Teil eines Archivs sein.`,
    fix: 'Wählen Sie die anderen Elemente aus, oder geben Sie dem Link eine Adresse, die mit http:// oder https:// beginnt.',
  },
};

const FEATURES: Readonly<Record<HostFeature, string>> = {
  private_service: 'Ein privater Dienst',
  reveal: 'Das Öffnen der Dateiverwaltung',
  open_file: 'Das Öffnen einer Datei',
  window_link: 'Ein Link zum Fenster',
  open_link: 'Das Öffnen einer Webadresse',
  change_account: 'Ein Wechsel des Kontos',
  drop_paths: 'Das Hochladen von Pfaden',
  start_at_login: 'Das Starten bei der Anmeldung',
  choose_folder: 'Die Ordnerauswahl im Dialog des Systems',
  show_window: 'Das Anzeigen des Fensters',
  update: 'Eine Aktualisierung',
  sign_out_windows: 'Das Abmelden anderer Fenster',
};
