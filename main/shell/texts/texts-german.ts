import type { ShellWords } from './texts.ts';

/** The texts of the shell in German. */
export const german: ShellWords = {
  menu: {
    file: '&Datei',
    edit: '&Bearbeiten',
    view: '&Ansicht',
    window: 'Fenster',
    about: 'Über Tandem',
    services: 'Dienste',
    hide: 'Tandem ausblenden',
    hideOthers: 'Andere ausblenden',
    showAll: 'Alle einblenden',
    close: 'Fenster schließen',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    actualSize: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fullScreen: 'Vollbild ein/aus',
    minimize: 'Im Dock ablegen',
    zoom: 'Fenster zoomen',
    front: 'Alle nach vorne bringen',
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
  attention: {
    title: (count) =>
      count === 1 ? 'Ein Element erfordert Ihre Aufmerksamkeit' : `${count} Elemente erfordern Ihre Aufmerksamkeit`,
    held: (count) =>
      `${count === 1 ? '1 Element wird' : `${count} Elemente werden`} zurückgehalten, bis Sie entscheiden`,
    one: (sentence, remedy) => `${sentence} ${remedy}`,
    several: (sentence) => `${sentence} Alles andere läuft weiter.`,
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    body: 'Melden Sie sich wieder an, um die Synchronisation fortzusetzen. Bis dahin geht nichts verloren.',
  },
  closing: {
    message: 'Synchronisation fortsetzen?',
    detail:
      'Dieser Desktop hat keinen Infobereich. Tandem läuft deshalb nur, solange das Fenster geöffnet ist. Sie können es auch minimieren.',
    keepSyncing: 'Minimieren und fortsetzen',
    quit: 'Tandem beenden',
  },
  ending: {
    uploading: (files) => {
      if (files === 0) return 'Dateien werden noch zum Hochladen vorbereitet';
      return files === 1 ? '1 Datei wird noch hochgeladen' : `${files} Dateien werden noch hochgeladen`;
    },
    downloading: (count) => (count === 1 ? '1 Download läuft noch' : `${count} Downloads laufen noch`),
    quit: {
      message: (what) => `${what}. Trotzdem beenden?`,
      yes: 'Tandem beenden',
    },
    restart: {
      message: (what) => `${what}. Trotzdem neu starten?`,
      yes: 'Neu starten',
    },
    dropAgain: 'Das Hochladen bricht dann ab, und Sie müssten die Dateien noch einmal ablegen.',
    downloadAgain: 'Downloads brechen dann ab, und Sie müssten sie von vorn beginnen.',
    no: 'Tandem weiterlaufen lassen',
  },
  hanging: {
    message: 'Das Fenster von Tandem reagiert nicht',
    detail:
      'Synchronisation und Uploads laufen im Hintergrund weiter. Beim Neuladen gehen nur nicht gespeicherte Eingaben im Fenster verloren.',
    wait: 'Warten',
    reload: 'Neu laden',
  },
  noFolder: {
    message: 'Es wurde nichts hochgeladen, weil noch kein Ordner synchronisiert wird.',
    remedy: 'Fügen Sie in Tandem einen Ordner hinzu, und ziehen Sie die Dateien dann noch einmal hierher.',
  },
  downloadBroken: {
    title: (name) => `„${name}“ wurde nicht heruntergeladen`,
    body: 'Die Verbindung ist abgebrochen, oder der Datenträger ist voll. Laden Sie die Datei erneut herunter.',
  },
  startedAgain: {
    title: 'Tandem wurde neu gestartet',
    body: 'Ein Fehler hat Tandem beendet. In Ihren synchronisierten Ordnern ist nichts verloren, und die Synchronisation wird fortgesetzt. Falls abgelegte Dateien noch hochgeladen wurden, legen Sie diese erneut ab. Wenn das wiederholt passiert, senden Sie einen Bericht aus den Einstellungen.',
  },
  notStarted: {
    title: 'Tandem konnte nicht starten',
    body: (reason) =>
      `${reason}\n\nEs wurde nichts geändert. Beheben Sie das Problem, und starten Sie Tandem dann erneut.`,
  },
  move: {
    message: 'Tandem in den Ordner „Programme“ bewegen?',
    detail: 'Am jetzigen Ort kann Tandem keine Updates installieren und nicht bei der Anmeldung starten.',
    no: 'Nicht bewegen',
    yes: 'In „Programme“ bewegen',
    failed: 'Tandem konnte nicht bewegt werden',
    byHand: 'Beenden Sie Tandem, und ziehen Sie es im Finder in den Ordner „Programme“.',
  },
  trouble: {
    saveReport: 'Bericht speichern',
    close: 'Schließen',
    notSaved: 'Der Bericht konnte nicht gespeichert werden',
    otherWay: 'Wählen Sie einen anderen Ordner, zum Beispiel auf einem anderen Datenträger.',
    chooseFolder: 'Ordner wählen',
    pageLost: {
      title: 'Das Fenster von Tandem stürzt wiederholt ab',
      body: 'Die Synchronisation läuft im Hintergrund weiter. Öffnen Sie Tandem erneut, oder speichern Sie einen Bericht für die Fehlersuche.',
    },
  },
  wentBack: {
    title: (version) => `Tandem ${version} konnte nicht starten`,
    body: (version) =>
      `Tandem ist zur vorherigen Version zurückgekehrt. Version ${version} wird nicht noch einmal installiert, neuere Versionen schon.`,
    stuck: (version, previous) =>
      `Tandem ${version} konnte mehrmals nicht starten. Installieren Sie wieder Version ${previous}. Ihre Dateien und Einstellungen bleiben erhalten, und Version ${version} wird nicht noch einmal installiert.`,
  },
  updateRefused: (version) =>
    `Version ${version} konnte auf diesem Computer nicht starten und wird deshalb nicht noch einmal installiert. Die nächste Version wird installiert.`,
  updateNotOurs:
    'Eine neue Version wurde nicht installiert, weil sie nicht von den Herausgebern von Tandem signiert ist.',
  updateFailed: 'Eine neue Version konnte nicht heruntergeladen werden. Tandem versucht es in einigen Stunden erneut.',
};
