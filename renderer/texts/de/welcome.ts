import type { Texts } from '../texts-type.ts';
import { formatBytes, plural } from './plural.ts';

/** The first steps, and a further folder. */
export const welcomeTexts: Pick<Texts, 'welcome'> = {
  welcome: {
    title: 'Willkommen',
    steps: ['Verbinden', 'Ordner wählen', 'Inhalt wählen'],
    step: (number, count) => `Schritt ${number} von ${count}`,
    connectTitle: 'Wo liegen Ihre Dateien?',
    connectDetail: 'Tandem hält einen Ordner auf diesem Computer mit einem Dienst synchron.',
    address: 'Adresse des Dienstes',
    addressExample: 'Zum Beispiel files.example.com. Wer den Dienst betreibt, kennt sie.',
    connect: 'Verbinden',
    connecting: 'Der Dienst wird gesucht …',
    or: 'Kein Dienst?',
    privateDetail:
      'Tandem kann einen nur für Sie betreiben. Er bleibt auf diesem Computer und braucht keine Anmeldung.',
    startPrivate: 'Privaten Dienst hier starten',
    startingPrivate: 'Der private Dienst wird gestartet …',
    signInTitle: 'Im Browser anmelden',
    signInDetail: (baseUrl) =>
      `Der Dienst unter ${baseUrl} fragt, wer Sie sind. Diese Seite geht danach von selbst weiter.`,
    openSignIn: 'Anmeldeseite öffnen',
    signInOpened: 'Ihr Browser zeigt die Anmeldung. Falls nicht, öffnen Sie sie hier:',
    waiting: 'Warten auf die Anmeldung …',
    folderTitle: 'Welcher Ordner soll synchron gehalten werden?',
    folderDetail: 'Was Sie darin speichern, geht zum Dienst, und was andere dort ändern, kommt hierher.',
    localFolder: 'Ordner auf diesem Computer',
    proposals: 'Ordner, die so beginnen',
    browse: 'Auswählen …',
    looking: 'Der Ordner wird geprüft …',
    looks: {
      new: 'Dieser Ordner wird angelegt, wenn Sie fortfahren.',
      empty: 'Diesen Ordner gibt es, und er ist leer.',
    },
    inUse: (entries) =>
      `${plural(entries, { one: 'Element liegt', other: 'Elemente liegen' })} schon in diesem Ordner: Nichts wird gelöscht, und was dem Dienst fehlt, wird hochgeladen.`,
    free: (bytes) => `${formatBytes(bytes)} frei`,
    remote: 'Beim Dienst',
    everything: 'Alles in Ihrem Konto',
    oneFolder: (name) => `Der Ordner „${name}“`,
    chooseRemote: 'Ordner des Dienstes auswählen …',
    remoteTitle: 'Welcher Ordner des Dienstes?',
    takeRemote: 'Diesen Ordner nehmen',
    anyway: 'Trotzdem verwenden',
    goOn: 'Weiter',
    back: 'Zurück',
    chooseTitle: 'Was soll auf diesem Computer liegen?',
    chooseDetail:
      'Wählen Sie Ordner ab, die Sie hier nicht brauchen. Das lässt sich jederzeit in den Einstellungen ändern.',
    empty: 'Der Ordner beim Dienst ist leer',
    emptyDetail: 'Was Sie in den Ordner auf diesem Computer legen, wird hochgeladen.',
    start: 'Synchronisation starten',
    notNow: 'Jetzt nicht',
    addFolder: 'Ordner hinzufügen',
    loading: 'Es wird nachgesehen, was schon eingerichtet ist …',
  },
};
