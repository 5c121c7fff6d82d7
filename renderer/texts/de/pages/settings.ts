import type { Texts } from '../../texts-type.ts';
import { days, files, formatBytes, formatCount, formatRate, plural } from '../frame/plural.ts';

/** `Ordner` is the same for one and many. */
const folders = (count: number): string => `${formatCount(count)} Ordner`;

/** Settings. */
export const settingsTexts: Pick<Texts, 'settings'> = {
  settings: {
    title: 'Einstellungen',
    index: 'Bereiche der Einstellungen',
    find: 'Einstellungen durchsuchen',
    noMatchDetail: 'Versuchen Sie ein anderes Wort.',
    loading: 'Die Einstellungen werden geladen …',
    save: 'Speichern',
    saved: 'Gespeichert',
    account: 'Konto',
    accountKinds: {
      private: 'Der private Dienst dieses Computers',
      given: 'Mit einem Token von der Befehlszeile angemeldet',
    },
    service: 'Dienst',
    spaceUsed: 'Belegter Speicher',
    space: (used, amount) =>
      amount < 0 ? `${formatBytes(used)} belegt, unbegrenzt` : `${formatBytes(used)} von ${formatBytes(amount)} belegt`,
    spaceFree: (bytes) => `${formatBytes(bytes)} frei`,
    spaceParts: 'Speicher nach Ordnern',
    spaceOther: 'Weitere Dateien, Versionen und Papierkorb',
    spaceLabel: 'Belegter Anteil Ihres Speichers',
    editProfile: 'Profil bearbeiten',
    profileSaved: 'Profil gespeichert.',
    phone: 'Telefon',
    address: 'Adresse',
    timeZone: 'Zeitzone',
    showTimeZones: 'Zeitzonen anzeigen',
    signOut: 'Abmelden',
    leavePrivate: 'Mit einem anderen Dienst verbinden …',
    otherWindows: 'Andere Browser, in denen Sie dieses Fenster geöffnet haben, bleiben 7 Tage lang angemeldet.',
    signOutOthers: 'Andere Fenster abmelden',
    otherWindowsEnded: (ended) =>
      ended === 0
        ? 'Kein anderes Fenster war angemeldet.'
        : ended === 1
          ? '1 anderer Browser wurde abgemeldet.'
          : `${ended} andere Browser wurden abgemeldet.`,
    signOutTitle: 'Von diesem Dienst abmelden?',
    signOutDetail:
      'Die Synchronisation endet. Alle Dateien bleiben erhalten, hier und beim Dienst. Melden Sie sich mit demselben Konto an, um sie fortzusetzen.',
    leavePrivateTitle: 'Den privaten Dienst nicht mehr verwenden?',
    leavePrivateDetail:
      'Die Synchronisation mit diesem Dienst endet. Es wird nichts gelöscht: Die Dateien bleiben auf diesem Computer, und Sie können jederzeit zurückkehren.',
    folders: 'Synchronisierte Ordner',
    noFolders: 'Noch wird kein Ordner synchronisiert',
    noFoldersDetail: 'Fügen Sie einen Ordner hinzu, um ihn mit dem Dienst synchron zu halten.',
    addFolder: 'Ordner hinzufügen',
    everything: 'alles',
    partHere: (chosen, all) => `${formatBytes(chosen)} von ${formatBytes(all)} auf diesem Computer`,
    choose: 'Ordner auswählen …',
    chooseOf: (name) => `Ordner auswählen: ${name}`,
    apply: 'Anwenden',
    discard: 'Verwerfen',
    remove: 'Synchronisation beenden …',
    removeOf: (name) => `Synchronisation beenden: ${name}`,
    removeTitle: (name) => `Synchronisation von „${name}“ beenden?`,
    removeDetail:
      'Auf beiden Seiten bleiben alle Dateien, wie sie jetzt sind. Änderungen werden nicht mehr übertragen.',
    bandwidth: 'Bandbreite',
    bandwidthDetail: 'Begrenzt, wie schnell Dateien übertragen werden. Alles andere wird nie gebremst.',
    speedWrong:
      'Geben Sie mindestens 2 kB pro Sekunde an, ohne Tausendertrennzeichen. Erst dann werden die Limits gespeichert.',
    hoursWrong:
      'Wählen Sie mindestens einen Tag, beide Uhrzeiten und mindestens 2 kB pro Sekunde, ohne Tausendertrennzeichen. Erst dann werden die Zeiträume gespeichert.',
    ways: { up: 'Hochladen', down: 'Herunterladen' },
    noLimit: 'Unbegrenzt',
    limited: 'Begrenzt',
    speed: (way) => `${way}, Geschwindigkeit`,
    speedUnit: (way) => `${way}, Einheit`,
    limitOf: (way) => `Limit beim ${way}`,
    hours: 'Andere Limits zu bestimmten Zeiten',
    noHours: 'Diese Limits gelten rund um die Uhr.',
    addHours: 'Zeitraum hinzufügen',
    hoursOf: (number) => `Zeitraum ${formatCount(number)}`,
    changeHours: 'Ändern …',
    days: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
    everyDay: 'Jeden Tag',
    noDay: 'Kein Tag',
    daysFrom: (first, last) => `${first} bis ${last}`,
    hoursFrom: (from, to) => `${from} bis ${to}`,
    limitedWay: 'Begrenzt',
    limitedWays: { both: 'Hoch- und Herunterladen', up: 'Hochladen', down: 'Herunterladen' },
    from: 'Von',
    to: 'Bis',
    removeHours: 'Zeitraum entfernen',
    current: (bytesPerSecond) => `höchstens ${formatRate(bytesPerSecond)}`,
    rules: 'Ignorierte Dateien',
    rulesDetail:
      'Eine Regel je Zeile, wie in .gitignore: *.tmp, build/, !keep.tmp. Ausgeschlossene Elemente bleiben, wo sie sind, und werden nicht übertragen.',
    rulesLabel: 'Ihre Regeln',
    rulesTesting: 'Die Wirkung dieser Regeln wird geprüft …',
    rulesSame: 'Diese Regeln ändern nichts.',
    leavesOut: (fileCount, folderCount, bytes) =>
      folderCount === 0
        ? `Ausgeschlossen würden ${files(fileCount)}, ${formatBytes(bytes)}:`
        : `Ausgeschlossen würden ${files(fileCount)} und ${folders(folderCount)}, ${formatBytes(bytes)}:`,
    takesIn: (fileCount) => `${plural(fileCount, { one: 'Element würde', other: 'Elemente würden' })} hinzukommen:`,
    sampleMore: (count) => `und ${formatCount(count)} weitere`,
    guard: 'Löschschutz',
    guardDetail: (items, percent) =>
      `Werden mehr als ${formatCount(items)} Dateien und mehr als ${formatCount(percent)} % eines Ordners auf einmal gelöscht oder überschrieben, fragt Tandem zuerst nach.`,
    guardItems: 'Anzahl Dateien ohne Rückfrage',
    guardFileCount: (count) => files(count),
    guardShare: 'Anteil eines Ordners ohne Rückfrage',
    guardPercent: (percent) => `${formatCount(percent)} %`,
    guardWaits: (count) => plural(count, { one: 'Frage wartet', other: 'Fragen warten' }),
    guardNone: 'Zurzeit wird nichts zurückgehalten.',
    guardOpen: 'Unter „Handlungsbedarf“ entscheiden',
    trash: 'Lokaler Papierkorb',
    trashDetail:
      'Anderswo gelöschte Dateien kommen hierher, bevor sie von Ihrem Laufwerk verschwinden. So können Sie sie wiederherstellen.',
    journal: 'Aktivitätsverlauf',
    journalDetail:
      'Was auf diesem Computer und beim Dienst geschehen ist, bleibt unter „Aktivität“ und lässt sich rückgängig machen, solange es dort steht.',
    journalDays: 'Aufbewahren',
    journalDayCount: (count) => days(count),
    journalEntries: 'Höchstens aufbewahren',
    journalEntryCount: (count) => plural(count, { one: 'Eintrag', other: 'Einträge' }),
    journalLess: 'Weniger Aktivität aufbewahren?',
    journalLessDetail:
      'Einträge über dem neuen Limit werden endgültig gelöscht und lassen sich danach nicht mehr rückgängig machen. Ihre Dateien bleiben.',
    journalSwept: (count) => `${plural(count, { one: 'Eintrag wurde', other: 'Einträge wurden' })} endgültig gelöscht.`,
    notifications: 'Benachrichtigungen',
    notificationsDetail: 'Wann das System Sie benachrichtigt. Alles finden Sie auch in diesem Fenster.',
    letBrowserTell: 'Benachrichtigungen in diesem Browser erlauben',
    browserTellsNothing:
      'Dieser Browser blockiert Benachrichtigungen von Tandem. Sie können sie in den Einstellungen des Browsers für diese Seite erlauben.',
    notificationsOff: 'Benachrichtigungen sind aus',
    notificationsOffDetail:
      'Tandem hat nach jedem Start eine neue Adresse. Deshalb braucht der Browser Ihre Erlaubnis erneut.',
    allowNotifications: 'Benachrichtigungen erlauben',
    leaveNotificationsOff: 'Benachrichtigungen ausgeschaltet lassen',
    notificationKinds: {
      invitation: 'Eine Einladung ist eingegangen',
      mention: 'Jemand erwähnt mich oder gibt mir eine Aufgabe',
      attention: 'Etwas erfordert meine Aufmerksamkeit',
      drop_finished: 'Dateien sind fertig hochgeladen',
      signed_out: 'Meine Anmeldung ist abgelaufen',
    },
    app: 'Anwendung',
    version: (version) => `Version ${version}`,
    proxy: 'Netzwerk',
    proxyDetail:
      'Nur nötig, wenn Ihr Netzwerk einen verlangt. Verbindungen innerhalb dieses Computers laufen nie darüber.',
    proxyAddress: 'Adresse des Proxys',
    proxyWrong: 'Geben Sie eine Adresse wie http://proxy.example.com:3128 oder socks5://proxy.example.com:1080 ein.',
    startAtLogin: 'Bei der Anmeldung an diesem Computer starten',
    appearance: 'Darstellung',
    theme: 'Farben',
    language: 'Sprache',
    languageSystem: 'Wie das System',
    languageFollows: 'Die Menüs und das Symbol im Infobereich wechseln beim nächsten Start von Tandem.',
    diagnostics: 'Diagnose',
    diagnosticsDetail:
      'Ein Bericht hilft bei der Fehlersuche. Er enthält Versionen, Prüfungen, den Stand Ihrer Ordner, die letzten Ereignisse und Dateinamen, aber keine Passwörter, Tokens oder Inhalte.',
    copyReport: 'Bericht kopieren',
    copied: 'Der Bericht ist in der Zwischenablage.',
    showReport: 'Bericht anzeigen',
    report: 'Bericht',
    signedOutTitle: 'Ihre Anmeldung ist abgelaufen',
    signedOutDetail: 'Nichts ist verloren. Melden Sie sich wieder an, um die Synchronisation fortzusetzen.',
    signedOutGiven: 'Nichts ist verloren. Die Synchronisation wird fortgesetzt, sobald Tandem ein neues Token hat.',
    hiddenSignInTitle: 'Ihre Anmeldung ist nicht lesbar',
    hiddenSignInDetail:
      'Nichts ist verloren. Der Schlüsselbund des Systems hat sie nicht herausgegeben. Entsperren Sie ihn oder erlauben Sie Tandem den Zugriff, und versuchen Sie es erneut. Oder melden Sie sich wieder an.',
    signInAgain: 'Wieder anmelden',
  },
};
