import type { DoneKind, NoteArgs, PlannedKind } from '../codes/notes.ts';
import type { NoteTable } from '../wording.ts';
import { connection } from './connection.ts';
import { nameFault } from './name-fault.ts';

/** Status lines, the journal, answers about a path, and notifications. */
export const notes: NoteTable = {
  ...connection,
  in_sync: 'Alles ist synchron.',
  checking: 'Es wird nach Änderungen gesucht.',
  paused: 'Angehalten.',
  waiting_to_retry: ({ items }, write) =>
    `${write.items(items)} ${items === 1 ? 'wartet' : 'warten'} auf einen neuen Versuch.`,
  syncing_items: ({ items }, write) => `${write.items(items)} ${items === 1 ? 'wird' : 'werden'} synchronisiert.`,
  changes_held: ({ items }, { count }) =>
    items === 1
      ? '1 Änderung wird zurückgehalten, bis Sie entscheiden.'
      : `${count(items)} Änderungen werden zurückgehalten, bis Sie entscheiden.`,
  items_need_attention: ({ items }, write) =>
    `${write.items(items)} ${items === 1 ? 'erfordert' : 'erfordern'} Ihre Aufmerksamkeit.`,
  no_folder: 'Noch wird kein Ordner synchronisiert.',
  syncing_paused: 'Die Synchronisation ist angehalten.',
  stopped: 'Die Synchronisation läuft nicht.',
  folder_needs_attention: 'Ein Ordner erfordert Ihre Aufmerksamkeit.',
  looking_for_changes: 'Es wird nach Änderungen gesucht.',
  syncing_files: ({ files }, write) => `${write.files(files)} ${files === 1 ? 'wird' : 'werden'} synchronisiert.`,
  nothing_to_add: '',
  add_a_folder: 'Fügen Sie einen Ordner hinzu, um zu beginnen.',
  no_files: 'Noch gibt es keine Dateien.',
  holdings: ({ files, bytes }, write) => `${write.files(files)}, ${write.bytes(bytes)}.`,
  each_folder_paused: 'Alle Ordner sind angehalten.',
  until_resumed: 'Bis Sie sie fortsetzen.',
  resumes_at: ({ atMs }, { moment }) => `Läuft ${moment(atMs)} weiter.`,
  state_when_last_run: 'So war der Stand, als Tandem zuletzt lief.',
  rest_in_sync: 'Alles andere ist synchron. Nichts ist verloren gegangen.',
  to_go: ({ done, bytes, seconds }, write) =>
    `${done === 0 ? 'Noch' : `${write.count(done)} erledigt · noch`} ${write.bytes(bytes)}${seconds === null ? '' : ` · noch ${write.duration(seconds)}`}`,

  done: ({ what }) => DONE[what],
  done_to: ({ what, path }, { named }) => `${DONE[what]}: ${named(path)}`,
  planned: ({ step }) => PLANNED[step],

  why_synced: ({ path }, { quoted }) => `${quoted(path)} ist auf diesem Computer und beim Dienst gleich.`,
  why_unknown: ({ path }, { quoted }) => `${quoted(path)} ist weder auf diesem Computer noch beim Dienst.`,
  why_behind_act: ({ path }, { quoted }) =>
    `${quoted(path)} hat sich geändert und wartet, bis die laufende Aktion beendet ist.`,
  why_queued: ({ path }, { quoted }) => `${quoted(path)} hat sich geändert und ist in der Warteschlange.`,
  why_syncing: ({ path, rule, step }, { quoted }) =>
    `${quoted(path)} wird nach Regel ${rule} synchronisiert: ${PLANNED[step]}.`,
  why_conflict: ({ path, copy }, { quoted }) =>
    `${quoted(path)} wurde auf beiden Seiten bearbeitet, und beide Versionen wurden behalten. ${copy === null ? 'Dies ist Ihre Kopie' : `Ihre Kopie ist ${quoted(copy)}`}. Wählen Sie eine Version, oder behalten Sie beide.`,
  alias: ({ remoteName, localName, ...fault }, { quoted }) =>
    `${quoted(remoteName)} beim Dienst heißt hier ${quoted(localName)}. ${nameFault(fault)}.`,

  held: ({ items, what, direction, folder }, write) => {
    const [from, done] = what === 'deletes' ? ['aus', 'gelöscht'] : ['in', 'geändert'];
    const side = direction === 'to-local' ? ' beim Dienst' : '';
    const place = write.named(folder.replaceAll('/', ' / '));
    return `${write.items(items)} ${items === 1 ? 'wurde' : 'wurden'}${side} ${from} ${place} ${done}.`;
  },

  invitation: ({ from, item }, { named, quoted }) =>
    `${from === '' ? 'Jemand' : named(from)} lädt Sie ${item === '' ? 'zur Zusammenarbeit' : `zu ${quoted(item)}`} ein`,
  invitation_details: ({ from, item, role }, { named, quoted }) =>
    `${from === '' ? 'Jemand' : named(from)} möchte ${item === '' ? 'ein Element' : quoted(item)} mit Ihnen teilen. Ihre Rolle: ${ROLES[role] ?? role}.`,
  mention: ({ from, item, what }, { named, quoted }) =>
    `${from === '' ? 'Jemand' : named(from)} ${what === 'comment' ? `hat Sie bei ${quoted(item)} erwähnt` : `hat Ihnen eine Aufgabe zu ${quoted(item)} gegeben`}`,
  rescued: 'Aus dem synchronisierten Ordner verschoben',
  rescued_details: ({ path, more, folder, root }, { quoted, count }) =>
    `${quoted(path)}${more === 0 ? ' hatte' : ` und ${count(more)} weitere hatten`} noch nicht synchronisierte Änderungen, als die Freigabe endete. Sie finden alles in ${quoted(folder)}${root === null ? '' : ` neben ${quoted(root)}`}.`,
  rules_exclude: 'Elemente werden nicht mehr synchronisiert',
  rules_exclude_details: ({ by, folder, items }, write) =>
    `Regeln von ${by === '' ? 'jemandem' : write.named(by)} in ${write.named(folder)} schließen ${write.items(items)} aus. ${items === 1 ? 'Es bleibt auf diesem Computer und wird' : 'Sie bleiben auf diesem Computer und werden'} nicht mehr synchronisiert.`,
  root_moved: 'Ein synchronisierter Ordner wurde verschoben',
  root_moved_details: ({ before, now }, { quoted }) =>
    `${quoted(before)} liegt jetzt unter ${quoted(now)}. Tandem synchronisiert den Ordner dort weiter.`,
  root_moved_inside: 'Ein synchronisierter Ordner liegt jetzt an einem ungeeigneten Ort',
  root_moved_inside_details: ({ before, now, other }, { quoted }) =>
    `${quoted(before)} liegt jetzt unter ${quoted(now)} und überschneidet sich mit ${quoted(other)}. Verschieben Sie den Ordner an einen anderen Ort, oder beenden Sie seine Synchronisation.`,
  service_went_back: 'Der Dienst wurde auf einen früheren Stand zurückgesetzt',
  service_went_back_details:
    'Tandem vergleicht beide Seiten von Grund auf neu. Es wird nichts gelöscht, und von unterschiedlichen Dateien werden beide Versionen behalten.',
  state_set_aside: 'Der Zustand von Tandem war beschädigt',
  state_set_aside_details: ({ path }, { quoted }) =>
    `Tandem hat einen neuen Zustand angelegt und den beschädigten als ${quoted(path)} aufbewahrt. Alle Ordner werden von Grund auf neu verglichen. Es wird nichts gelöscht, und von unterschiedlichen Dateien werden beide Versionen behalten. Frühere Aktivitäten und offene Konflikte werden nicht mehr aufgeführt.`,
  root_from_backup: 'Ein synchronisierter Ordner stammt aus einer Sicherung',
  root_from_backup_details: ({ path }, { quoted }) =>
    `${quoted(path)} oder der zugehörige Zustand von Tandem stammt aus einer Sicherung oder von einem anderen Computer. Tandem vergleicht beide Seiten von Grund auf neu. Es wird nichts gelöscht, und von unterschiedlichen Dateien werden beide Versionen behalten.`,
  changes_seen_late: 'Manche Änderungen werden spät bemerkt',
  changes_seen_late_details: ({ path, why }, { quoted }) =>
    `Das System meldet Änderungen unter ${quoted(path)} nicht. Tandem findet sie alle 15 Minuten. ${NOTICED_AT_ONCE[why]}`,
  drop_finished: ({ failed }) => (failed > 0 ? 'Hochladen mit Fehlern abgeschlossen' : 'Hochladen abgeschlossen'),
  drop_finished_details: ({ sent, failed, folder }, { files, quoted }) =>
    `${files(sent)}${folder && ` nach ${quoted(folder)}`} hochgeladen${failed > 0 ? `, ${files(failed)} fehlgeschlagen` : ''}.`,
};

/** The name of a role on the service. */
const ROLES: Readonly<Record<string, string>> = {
  editor: 'Bearbeiten',
  viewer: 'Ansehen',
  previewer: 'Nur Vorschau',
  uploader: 'Hochladen',
  previewer_uploader: 'Vorschau und Hochladen',
  viewer_uploader: 'Ansehen und Hochladen',
  'co-owner': 'Miteigentümer',
};

const NOTICED_AT_ONCE: Readonly<Record<NoteArgs['changes_seen_late_details']['why'], string>> = {
  too_many_folders:
    'Damit sie sofort bemerkt werden, erhöhen Sie die Grenze des Systems für beobachtete Ordner: sudo sysctl fs.inotify.max_user_watches=524288',
  too_many_watchers:
    'Damit sie sofort bemerkt werden, beenden Sie andere Programme, die Dateien beobachten, oder erhöhen Sie die Grenze des Systems: sudo sysctl fs.inotify.max_user_instances=1024',
  denied: 'Damit sie sofort bemerkt werden, geben Sie Ihrem Konto das Recht, diesen Ordner zu lesen.',
  failed: 'Tandem versucht weiterhin, diesen Ordner zu beobachten.',
};

const DONE: Readonly<Record<DoneKind, string>> = {
  upload: 'Hochgeladen',
  'upload-version': 'Neue Version hochgeladen',
  download: 'Heruntergeladen',
  'download-version': 'Neue Version heruntergeladen',
  'create-remote-folder': 'Ordner beim Dienst erstellt',
  'create-local-folder': 'Ordner auf diesem Computer erstellt',
  'rename-remote': 'Beim Dienst umbenannt',
  'rename-local': 'Auf diesem Computer umbenannt',
  'move-remote': 'Beim Dienst verschoben',
  'move-local': 'Auf diesem Computer verschoben',
  'set-aside': 'Beide behalten. Dies ist Ihre Kopie',
  'trash-remote-file': 'In den Papierkorb beim Dienst verschoben',
  'trash-remote-folder': 'Ordner in den Papierkorb beim Dienst verschoben',
  'trash-local-file': 'In den Papierkorb dieses Computers verschoben',
  'trash-local-folder': 'Ordner in den Papierkorb dieses Computers verschoben',
  'trash-local-folder-in-part':
    'Synchronisierte Elemente des Ordners in den Papierkorb dieses Computers verschoben. Die anderen bleiben hier',
  rescue:
    'Aus dem synchronisierten Ordner verschoben, weil die Freigabe vor dem Synchronisieren Ihrer Änderungen endete',
  adopt: 'Auf beiden Seiten identisch',
  forget: 'Auf beiden Seiten gelöscht',
  hash: 'Gelesen',
  'promote-version': 'Frühere Version beim Dienst wiederhergestellt',
  'restore-remote': 'Aus dem Papierkorb beim Dienst wiederhergestellt',
  'restore-local': 'Aus dem Papierkorb dieses Computers wiederhergestellt',
  'replace-local': 'Durch die andere Version ersetzt',
  'bring-back': 'Vom Dienst zurückgeholt',
  resolve: 'Konflikt gelöst',
};

const PLANNED: Readonly<Record<PlannedKind, string>> = {
  hash: 'Lesen, um es mit dem Dienst zu vergleichen',
  adopt: 'Nichts zu übertragen: Beide Seiten sind identisch',
  forget: 'Nichts zu übertragen: Auf beiden Seiten gelöscht',
  'create-remote-folder': 'Ordner beim Dienst erstellen',
  'create-local-folder': 'Ordner auf diesem Computer erstellen',
  upload: 'Hochladen',
  'upload-version': 'Neue Version hochladen',
  download: 'Herunterladen',
  'download-version': 'Neue Version herunterladen',
  'move-remote': 'Beim Dienst verschieben oder umbenennen',
  'move-local': 'Auf diesem Computer verschieben oder umbenennen',
  'set-aside': 'Beide behalten: Ihre Kopie umbenennen',
  'trash-remote': 'In den Papierkorb beim Dienst verschieben',
  'trash-local': 'In den Papierkorb dieses Computers verschieben',
  rescue: 'Aus dem synchronisierten Ordner verschieben, weil die Freigabe endete',
};
