import type { Texts } from '../../texts-type.ts';
import { formatBytes, plural } from './plural.ts';

/** Words that no page has to itself. */
export const commonTexts: Pick<
  Texts,
  'name' | 'navigation' | 'states' | 'connection' | 'actions' | 'pause' | 'errors'
> = {
  name: 'Tandem',
  navigation: {
    governance: 'Aufbewahrung',
    connections: 'Geräte und Webhooks',
    label: 'Seiten',
    skip: 'Zur Seite springen',
    home: 'Übersicht',
    activity: 'Aktivität',
    files: 'Dateien',
    bookmarks: 'Lesezeichen',
    sharing: 'Mit mir geteilt',
    trash: 'Papierkorb',
    attentionPage: 'Handlungsbedarf',
    attention: (count) => plural(count, { one: 'erfordert Aufmerksamkeit', other: 'erfordern Aufmerksamkeit' }),
    signedOut: 'Nicht angemeldet',
    space: (used, amount) =>
      amount < 0 ? `${formatBytes(used)} belegt` : `${formatBytes(used)} von ${formatBytes(amount)} belegt`,
    theme: 'Darstellung',
    administration: 'Verwaltung',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  },
  states: {
    in_sync: 'Synchron',
    syncing: 'Wird synchronisiert',
    checking: 'Wird geprüft',
    paused: 'Angehalten',
    attention: 'Handlungsbedarf',
    root_missing: 'Ordner fehlt',
    offline: 'Nicht verbunden',
  },
  connection: {
    nextTry: (time) => `Nächster Versuch um ${time}.`,
    retryNow: 'Jetzt versuchen',
    connecting: 'Verbindung zu Tandem wird aufgebaut …',
    lost: 'Tandem antwortet nicht',
    lostDetail:
      'Dieses Fenster verbindet sich automatisch wieder. Nichts geht verloren; die Synchronisation wird fortgesetzt, sobald Tandem läuft.',
    lastKnown: 'Letzter bekannter Stand',
    lastKnownAt: (time) => `Stand von ${time}, bevor die Verbindung abbrach.`,
    closed: 'Dieses Fenster ist abgemeldet',
    closedDetail:
      'Führen Sie in einem Terminal `tandem open` aus und öffnen Sie den Link. Jeder Link funktioniert nur einmal.',
  },
  actions: {
    pause: 'Anhalten',
    pauseFor: 'Anhalten für',
    resume: 'Fortsetzen',
    upload: 'Hochladen',
    add: 'Hinzufügen',
    uploadFiles: 'Dateien hochladen …',
    uploadFolder: 'Ordner hochladen …',
    uploadTo: (name) => `Nach ${name} hochladen`,
    cancel: 'Abbrechen',
    cancelOf: (name) => `${name} abbrechen`,
    retry: 'Erneut versuchen',
    retryOf: (name) => `Erneut versuchen: ${name}`,
    retryAll: 'Alle erneut versuchen',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    close: 'Schließen',
    dismiss: 'Ausblenden',
    reveal: 'Ordner öffnen',
    why: 'Warum?',
    whyOf: (path) => `Warum? ${path}`,
    more: 'Mehr anzeigen',
    moreTabs: 'Weitere Tabs',
  },
  pause: {
    halfHour: '30 Minuten',
    twoHours: '2 Stunden',
    untilTomorrow: 'Bis morgen',
    untilResumed: 'Bis ich fortsetze',
    acts: {
      reveal: 'Im Dateimanager anzeigen',
      halfHour: '30 Minuten anhalten',
      twoHours: '2 Stunden anhalten',
      untilTomorrow: 'Bis morgen anhalten',
      untilResumed: 'Anhalten, bis ich fortsetze',
    },
    pausedUntil: (time) => `Angehalten bis ${time}`,
    pausedUntilResumed: 'Angehalten, bis Sie fortsetzen',
  },
  errors: {
    failed: 'Das hat nicht geklappt',
    notCopied: 'Es wurde nichts kopiert.',
    notCopiedRemedy: 'Erlauben Sie diesem Fenster den Zugriff auf die Zwischenablage, und versuchen Sie es erneut.',
    pageFailed: 'Diese Seite konnte nicht angezeigt werden',
    pageFailedRemedy:
      'Die Synchronisation läuft weiter. Versuchen Sie es erneut, um das Fenster neu zu laden; dabei gehen nur noch nicht gesendete Eingaben verloren.',
  },
};
