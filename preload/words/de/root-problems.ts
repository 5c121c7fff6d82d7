import type { ProblemTable } from '../wording.ts';

const NOTHING_DELETED = 'Es wurde nichts gelöscht.';

type RootCode = Exclude<
  Extract<keyof ProblemTable, `root_${string}` | `state_${string}` | 'internal_fault'>,
  'state_folder'
>;

/** Why a synced folder as a whole, or its state, stops: what happened, and what to do. */
export const rootProblems: Pick<ProblemTable, RootCode> = {
  root_not_readable: {
    says: ({ path }, { quoted }) => `Tandem kann ${quoted(path)} nicht lesen.`,
    fix: 'Prüfen Sie das Laufwerk.',
  },
  root_not_compared: {
    says: ({ path }, { quoted }) => `Tandem konnte ${quoted(path)} nicht mit dem Dienst vergleichen.`,
    fix: 'Versuchen Sie es noch einmal.',
  },
  root_missing: {
    says: ({ path }, { quoted }) => `Der Ordner ${quoted(path)} fehlt.`,
    fix: `${NOTHING_DELETED} Schließen Sie das Laufwerk an, oder verschieben Sie den Ordner zurück. Liegt er jetzt woanders, fügen Sie ihn dort hinzu. Oder laden Sie alles noch einmal herunter.`,
  },
  root_replaced: {
    says: ({ path }, { quoted }) => `${quoted(path)} ist nicht mehr der Ordner, den Sie verbunden haben.`,
    fix: `${NOTHING_DELETED} Legen Sie den verbundenen Ordner zurück. Oder behalten Sie diesen: Laden Sie herunter, was darin fehlt, oder bestätigen Sie, dass es gelöscht wurde.`,
  },
  root_emptied: {
    says: ({ path }, { quoted }) => `Der Ordner ${quoted(path)} wurde geleert oder neu angelegt.`,
    fix: `${NOTHING_DELETED} Schließen Sie das Laufwerk an, um die Dateien zurückzubringen. Oder laden Sie alles noch einmal herunter, oder bestätigen Sie, dass alles gelöscht wurde.`,
  },
  root_other_volume: {
    says: ({ path }, { quoted }) => `Der Ordner ${quoted(path)} liegt auf einem anderen Laufwerk als zuvor.`,
    fix: `${NOTHING_DELETED} Schließen Sie das ursprüngliche Laufwerk an. Oder behalten Sie dieses: Laden Sie herunter, was darin fehlt, oder bestätigen Sie, dass es gelöscht wurde.`,
  },
  root_other_time: {
    says: ({ path }, { quoted }) =>
      `Der Ordner ${quoted(path)} oder der zugehörige Zustand von Tandem stammt aus einer Sicherung.`,
    fix: `${NOTHING_DELETED} Tandem vergleicht beide Seiten von Grund auf neu. Gleiche Dateien bleiben, und von unterschiedlichen werden beide Versionen behalten.`,
  },
  state_disk_full: {
    says: 'Das Laufwerk mit dem Zustand von Tandem ist voll.',
    fix: 'Geben Sie Speicherplatz frei. Die Synchronisation läuft dann automatisch weiter, und nichts geht verloren.',
  },
  state_unwritable: {
    says: 'In den Zustandsordner von Tandem kann nicht geschrieben werden.',
    fix: 'Prüfen Sie das Laufwerk und die Berechtigungen. Die Synchronisation läuft dann automatisch weiter, und nichts geht verloren.',
  },
  state_damaged: {
    says: 'Der Zustand von Tandem auf diesem Computer ist beschädigt.',
    fix: 'Beenden Sie Tandem und starten Sie es neu. Tandem baut den Zustand dann neu auf und vergleicht alle Ordner von Grund auf. Ihre Dateien bleiben.',
  },
  internal_fault: {
    says: 'Beim Synchronisieren dieses Ordners ist in Tandem ein Fehler aufgetreten.',
    fix: 'Tandem startet automatisch neu, und nichts geht verloren. Wenn das wiederholt passiert, senden Sie einen Bericht aus den Einstellungen.',
  },
};
