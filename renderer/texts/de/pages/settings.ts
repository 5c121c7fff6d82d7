import type { Texts } from '../../texts-type.ts';
import { days, files, formatBytes, formatCount, formatRate, plural } from '../frame/plural.ts';

/** `Ordner` is the same for one and many. */
const folders = (count: number): string => `${formatCount(count)} Ordner`;

/** Settings. */
export const settingsTexts: Pick<Texts, 'settings'> = {
  settings: {
    title: 'Einstellungen',
    index: 'Bereiche der Einstellungen',
    loading: 'Die Einstellungen werden geladen …',
    save: 'Speichern',
    saved: 'Gespeichert',
    account: 'Konto',
    accountKinds: {
      private: 'Der private Dienst dieses Computers',
      service: 'Über den Browser angemeldet',
      given: 'Mit einem Token, das beim Start von Tandem angegeben wurde',
    },
    service: 'Dienst',
    spaceUsed: 'Belegter Speicher',
    space: (used, amount) =>
      amount < 0 ? `${formatBytes(used)}, unbegrenzt` : `${formatBytes(used)} von ${formatBytes(amount)}`,
    spaceLabel: 'Belegter Anteil Ihres Speichers',
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
      'Die Synchronisation endet. Alle Dateien bleiben, wo sie sind, hier und beim Dienst; nach der Anmeldung mit demselben Konto geht es weiter.',
    leavePrivateTitle: 'Den privaten Dienst nicht mehr verwenden?',
    leavePrivateDetail:
      'Die Synchronisation mit ihm endet, und nichts wird gelöscht: Seine Dateien bleiben auf diesem Computer, und Sie können zu ihm zurückkehren.',
    folders: 'Synchronisierte Ordner',
    noFolders: 'Noch wird kein Ordner synchronisiert',
    noFoldersDetail: 'Fügen Sie einen hinzu, und er bleibt mit dem Dienst synchron.',
    addFolder: 'Ordner hinzufügen',
    choose: 'Ordner auswählen …',
    chooseOf: (name) => `Ordner auswählen: ${name}`,
    apply: 'Anwenden',
    discard: 'Verwerfen',
    remove: 'Synchronisation beenden …',
    removeOf: (name) => `Synchronisation beenden: ${name}`,
    removeTitle: (name) => `Synchronisation von „${name}“ beenden?`,
    removeDetail: 'Beide Seiten behalten alle Dateien, wie sie jetzt sind; Änderungen werden nicht mehr übertragen.',
    bandwidth: 'Bandbreite',
    bandwidthDetail: 'Wie schnell Dateien übertragen werden. Listen und alles andere werden nie gebremst.',
    bandwidthWrong:
      'Geben Sie mindestens 2 kB pro Sekunde an, und zu Zeiten mindestens einen Tag. Bis dahin wird nichts gespeichert.',
    ways: { up: 'Hochladen', down: 'Herunterladen' },
    noLimit: 'Unbegrenzt',
    limited: 'Begrenzt',
    speed: (way) => `${way}, kB pro Sekunde`,
    limitOf: (way) => `Limit beim ${way}`,
    hours: 'Zu bestimmten Zeiten',
    noHours: 'Zu keiner Zeit eine andere Grenze.',
    addHours: 'Zeitraum hinzufügen',
    hoursOf: (way, number) => `${way}, Zeitraum ${formatCount(number)}`,
    days: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
    daysLabel: 'Tage',
    from: 'Von',
    to: 'Bis',
    removeHours: 'Zeitraum entfernen',
    current: (bytesPerSecond) => `höchstens ${formatRate(bytesPerSecond)}`,
    rules: 'Ignorierregeln',
    rulesDetail:
      'Eine Regel je Zeile, wie in .gitignore: *.tmp, build/, !keep.tmp. Was sie auslassen, bleibt, wo es ist, und wird nicht übertragen.',
    rulesLabel: 'Ihre Regeln',
    rulesTesting: 'Die Wirkung dieser Regeln wird geprüft …',
    rulesSame: 'Diese Regeln ändern nichts.',
    leavesOut: (fileCount, folderCount, bytes) =>
      folderCount === 0
        ? `Ausgelassen würden ${files(fileCount)}, ${formatBytes(bytes)}:`
        : `Ausgelassen würden ${files(fileCount)} und ${folders(folderCount)}, ${formatBytes(bytes)}:`,
    takesIn: (fileCount) => `${plural(fileCount, { one: 'Element würde', other: 'Elemente würden' })} hinzukommen:`,
    sampleMore: (count) => `und ${formatCount(count)} weitere`,
    guard: 'Löschschutz',
    guardDetail: (items, percent) =>
      `Werden mehr als ${formatCount(items)} Dateien und mehr als ${formatCount(percent)} % eines Ordners auf einmal gelöscht oder überschrieben, fragt Tandem zuerst nach.`,
    guardItems: 'So viele Dateien ohne Nachfrage',
    guardFileCount: (count) => files(count),
    guardShare: 'Dieser Anteil eines Ordners ohne Nachfrage',
    guardPercent: (percent) => `${formatCount(percent)} %`,
    guardWaits: (count) => plural(count, { one: 'Frage wartet', other: 'Fragen warten' }),
    guardNone: 'Zurzeit wird nichts zurückgehalten.',
    guardOpen: 'Unter Handlungsbedarf entscheiden',
    trash: 'Papierkorb dieses Computers',
    trashDetail:
      'Was anderswo gelöscht wird, kommt hierher, bevor es Ihr Laufwerk verlässt, damit Sie es zurückholen können.',
    keepDays: 'Aufbewahren',
    keepDaysOptions: { '7': '7 Tage', '30': '30 Tage', '90': '90 Tage', '365': 'Ein Jahr', never: 'Immer' },
    keepDaysOther: (count) => days(count),
    keepBytes: 'Höchstens aufbewahren',
    keepBytesOptions: { '1': '1 GB', '10': '10 GB', '100': '100 GB', never: 'So viel wie anfällt' },
    keepBytesOther: (bytes) => formatBytes(bytes),
    swept: (count) =>
      `${plural(count, { one: 'Element wurde', other: 'Elemente wurden' })} endgültig gelöscht, weil diese Grenze überschritten war.`,
    notifications: 'Benachrichtigungen',
    notificationsDetail: 'Was Ihnen das System meldet. Alles steht auch in diesem Fenster.',
    letBrowserTell: 'Meldungen dieses Browsers erlauben',
    browserTellsNothing:
      'Dieser Browser lässt Tandem nichts melden: So steht es in seinen Einstellungen für diese Adresse.',
    notificationKinds: {
      invitation: 'Eine Einladung ist eingegangen',
      attention: 'Etwas braucht meine Aufmerksamkeit',
      drop_finished: 'Dateien sind fertig hochgeladen',
      signed_out: 'Meine Anmeldung ist abgelaufen',
    },
    app: 'Diese Anwendung',
    version: (version) => `Version ${version}`,
    proxy: 'Proxy',
    proxyDetail: 'Nur wenn Ihr Netzwerk einen verlangt. Was auf diesem Computer ist, läuft nie darüber.',
    proxyAddress: 'Adresse des Proxys',
    proxyWrong: 'Sie sieht aus wie http://proxy.example.com:3128 oder socks5://proxy.example.com:1080.',
    startAtLogin: 'Bei der Anmeldung an diesem Computer starten',
    appearance: 'Darstellung',
    theme: 'Farben',
    language: 'Sprache',
    languageSystem: 'Wie das System',
    languageFollows: 'Die Menüs und das Symbol in der Symbolleiste folgen beim nächsten Start von Tandem.',
    diagnostics: 'Diagnose',
    diagnosticsDetail:
      'Ein Bericht hilft allen, die Ihnen helfen: Versionen, Prüfungen, der Stand Ihrer Ordner und was zuletzt geschah. Er enthält Dateinamen, aber kein Passwort, kein Token und keine Inhalte.',
    copyReport: 'Bericht kopieren',
    copied: 'Der Bericht ist in der Zwischenablage.',
    showReport: 'Bericht anzeigen',
    report: 'Bericht',
    signedOutTitle: 'Ihre Anmeldung ist abgelaufen',
    signedOutDetail: 'Nichts ist verloren. Melden Sie sich wieder an, und die Synchronisation läuft weiter.',
    signedOutGiven: 'Nichts ist verloren. Die Synchronisation läuft weiter, sobald Tandem ein neues Token hat.',
    signInAgain: 'Wieder anmelden',
  },
};
