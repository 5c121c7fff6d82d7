import type { ShellWords } from './texts.ts';

/** The texts of the shell in German. */
export const german: ShellWords = {
  menu: {
    file: '&Datei',
    view: '&Ansicht',
    home: 'Übersicht',
    activity: 'Aktivität',
    quit: 'Tandem beenden',
  },
  tray: {
    starting: 'Wird gestartet',
    toolTip: (sentence) => `Tandem – ${sentence}`,
    openWindow: 'Tandem öffnen',
    openFolder: 'Ordner öffnen',
    pause: 'Anhalten',
    halfHour: 'Für 30 Minuten',
    twoHours: 'Für 2 Stunden',
    untilTomorrow: 'Bis morgen',
    resume: 'Fortsetzen',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    moreInvitations: (count) => `${count} ${count === 1 ? 'weitere Einladung' : 'weitere Einladungen'}`,
    restartToUpdate: (version) => `Neu starten und auf ${version} aktualisieren`,
  },
  invitation: (from, item) => {
    const who = from === '' ? 'Jemand' : from;
    return item === '' ? `${who} lädt Sie zur Zusammenarbeit ein` : `${who} lädt Sie zu „${item}“ ein`;
  },
  attention: {
    title: (count) =>
      count === 1 ? 'Eine Datei braucht Ihre Aufmerksamkeit' : `${count} Dateien brauchen Ihre Aufmerksamkeit`,
    one: (sentence, remedy) => `${sentence} ${remedy}`,
    several: (sentence) => `${sentence} Alles andere läuft weiter.`,
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    body: 'Melden Sie sich wieder an, um weiter zu synchronisieren. Bis dahin geht nichts verloren.',
  },
  closing: {
    message: 'Weiter synchronisieren?',
    detail:
      'Dieser Desktop zeigt kein Symbol in der Leiste, deshalb läuft Tandem nur, solange sein Fenster offen ist. Sie können das Fenster auch minimieren.',
    keepSyncing: 'Minimieren und weiter synchronisieren',
    quit: 'Tandem beenden',
  },
  noFolder: {
    message: 'Nichts wurde hochgeladen: Noch wird kein Ordner synchronisiert.',
    remedy: 'Fügen Sie in Tandem einen Ordner hinzu und ziehen Sie die Dateien dann noch einmal hierher.',
  },
  startedAgain: {
    title: 'Tandem wurde neu gestartet',
    body: 'In Tandem ist ein Fehler aufgetreten. Nichts ist verloren: Die Synchronisation läuft von dem weiter, was aufgezeichnet ist. Geschieht das wieder, senden Sie einen Bericht aus den Einstellungen.',
  },
  notStarted: {
    title: 'Tandem konnte nicht starten',
    body: (reason) => `${reason}\n\nNichts wurde geändert. Starten Sie Tandem erneut, wenn das behoben ist.`,
  },
  trouble: {
    saveReport: 'Bericht speichern',
    close: 'Schließen',
    notSaved: 'Der Bericht konnte nicht gespeichert werden',
    otherWay: 'Führen Sie stattdessen „tandem report“ in einem Terminal aus.',
    pageLost: {
      title: 'Das Fenster von Tandem stürzt wiederholt ab',
      body: 'Die Synchronisation läuft im Hintergrund weiter. Öffnen Sie Tandem erneut, oder speichern Sie einen Bericht für die Menschen, die Ihnen helfen.',
    },
  },
  wentBack: {
    title: (version) => `Tandem ${version} ist nicht gestartet`,
    body: (version) =>
      `Tandem ist zur vorherigen Version zurückgekehrt. Version ${version} wird nicht noch einmal installiert, eine neuere schon.`,
    stuck: (version, previous) =>
      `Tandem ${version} ist mehrmals nicht gestartet. Installieren Sie wieder Version ${previous}: Ihre Dateien und Einstellungen bleiben, wie sie sind, und Version ${version} wird nicht noch einmal installiert.`,
  },
  updateRefused: (version) =>
    `Version ${version} ist auf diesem Computer nicht gestartet und wird deshalb nicht noch einmal installiert. Eine neuere Version wird installiert.`,
  updateNotOurs:
    'Eine neuere Version wurde angeboten, ist aber nicht von den Herausgebern von Tandem signiert. Sie wurde nicht installiert.',
  updateFailed:
    'Eine neuere Version konnte nicht geladen werden. Tandem versucht es in einigen Stunden erneut; diese Version läuft weiter.',
};
