import type { Texts } from '../../texts-type.ts';
import { formatCount, plural } from './plural.ts';

/** What only the desktop application has: the short form at the tray, and newer versions. */
export const desktopTexts: Pick<Texts, 'tray' | 'update'> = {
  tray: {
    attention: 'Handlungsbedarf',
    more: (count) => plural(count, { one: 'weiteres Element', other: 'weitere Elemente' }),
    show: 'Anzeigen',
    showOf: (part) => `Alle anzeigen: ${part}`,
    editedTwice: 'An zwei Orten bearbeitet',
    needsName: (suggested) =>
      suggested === null ? 'Braucht einen anderen Namen' : `Braucht einen anderen Namen, etwa „${suggested}“`,
    renameTo: (path, name) => `${path} in ${name} umbenennen`,
    title: 'Tandem auf einen Blick',
    recent: 'Zuletzt geänderte Dateien',
    noRecent: 'Noch keine Dateien geändert.',
    openFolder: 'Ordner öffnen',
    openWindow: 'Tandem öffnen',
    waiting: 'Wartet',
    wait: (count) => plural(count, { one: 'Änderung wartet.', other: 'Änderungen warten.' }),
    waitForConnection: (count) =>
      plural(count, { one: 'Änderung wartet auf Verbindung', other: 'Änderungen warten auf Verbindung' }),
    moreInvitations: (count) => plural(count, { one: 'weitere Einladung', other: 'weitere Einladungen' }),
    up: 'Hochgeladen',
    down: 'Heruntergeladen',
  },
  update: {
    region: 'Neue Version',
    newest: 'Tandem ist auf dem neuesten Stand und sucht automatisch nach neuen Versionen.',
    checking: 'Suche nach einer neuen Version …',
    downloading: (version, share) =>
      `Version ${version} wird heruntergeladen: ${formatCount(Math.floor(share * 100))} %`,
    ready: (version) => `Version ${version} ist bereit.`,
    detail: 'Sie wird beim Neustart von Tandem installiert; danach wird die Synchronisation fortgesetzt.',
    waits: (version) =>
      `Version ${version} ist bereit. Sie wird beim Neustart von Tandem installiert; danach wird die Synchronisation fortgesetzt.`,
    restart: 'Neu starten und aktualisieren',
  },
};
