import type { Texts } from '../../texts-type.ts';
import { formatBytes, plural } from '../frame/plural.ts';

/** The first steps, and a further folder. */
export const welcomeTexts: Pick<Texts, 'welcome'> = {
  welcome: {
    title: 'Willkommen',
    steps: ['Verbinden', 'Ordner wählen', 'Inhalt wählen'],
    step: (number, count) => `Schritt ${number} von ${count}`,
    connectTitle: 'Wo liegen Ihre Dateien?',
    connectDetail: 'Tandem hält einen Ordner auf diesem Computer mit einem Dienst synchron.',
    address: 'URL des Dienstes',
    addressExample: 'Zum Beispiel files.example.com. Falls Sie die URL nicht kennen, fragen Sie Ihre Administration.',
    connect: 'Verbinden',
    connecting: 'Der Dienst wird gesucht …',
    or: 'Kein Dienst?',
    privateDetail:
      'Tandem kann einen privaten Dienst starten. Er läuft nur auf diesem Computer und erfordert keine Anmeldung.',
    startPrivate: 'Privaten Dienst starten',
    startingPrivate: 'Der private Dienst wird gestartet …',
    signInTitle: 'Im Browser anmelden',
    signInDetail: (baseUrl) =>
      `Melden Sie sich beim Dienst unter ${baseUrl} an. Danach geht es hier automatisch weiter.`,
    openSignIn: 'Anmeldeseite öffnen',
    signInOpened: 'Die Anmeldeseite ist in Ihrem Browser geöffnet. Falls nicht, öffnen Sie sie hier:',
    waiting: 'Warten auf die Anmeldung …',
    folderTitle: 'Ordner zum Synchronisieren wählen',
    folderDetail:
      'Was Sie darin speichern, wird zum Dienst hochgeladen. Änderungen anderer werden hierher heruntergeladen.',
    localFolder: 'Ordner auf diesem Computer',
    proposals: 'Passende Ordner',
    browse: 'Auswählen …',
    looking: 'Der Ordner wird geprüft …',
    looks: {
      new: 'Tandem erstellt diesen Ordner.',
      empty: 'Dieser Ordner ist leer.',
    },
    inUse: (entries) =>
      `Dieser Ordner enthält bereits ${plural(entries, { one: 'Element', other: 'Elemente' })}. Es wird nichts gelöscht; was beim Dienst fehlt, wird hochgeladen.`,
    free: (bytes) => `${formatBytes(bytes)} frei`,
    remote: 'Beim Dienst',
    everything: 'Alles in Ihrem Konto',
    oneFolder: (name) => `Der Ordner „${name}“`,
    chooseRemote: 'Ordner beim Dienst auswählen …',
    remoteTitle: 'Ordner beim Dienst auswählen',
    takeRemote: 'Diesen Ordner verwenden',
    anyway: 'Trotzdem verwenden',
    goOn: 'Weiter',
    back: 'Zurück',
    chooseTitle: 'Inhalt zum Synchronisieren wählen',
    chooseDetail:
      'Wählen Sie Ordner ab, die Sie hier nicht brauchen. Das lässt sich jederzeit in den Einstellungen ändern.',
    empty: 'Der Ordner beim Dienst ist leer',
    emptyDetail: 'Dateien, die Sie in den Ordner auf diesem Computer legen, werden hochgeladen.',
    start: 'Synchronisation starten',
    notNow: 'Jetzt nicht',
    addFolder: 'Ordner hinzufügen',
    loading: 'Ihre Einrichtung wird geladen …',
  },
};
