import type { Texts } from '../../texts-type.ts';
import { formatCount, plural } from './plural.ts';

/** What only the desktop application has: the short form at the tray, and newer versions. */
export const desktopTexts: Pick<Texts, 'tray' | 'update'> = {
  tray: {
    title: 'Tandem in Kürze',
    recent: 'Zuletzt geänderte Dateien',
    noRecent: 'Noch wurde keine Datei geändert.',
    openFolder: 'Ordner öffnen',
    openWindow: 'Fenster öffnen',
    moreInvitations: (count) => plural(count, { one: 'weitere Einladung', other: 'weitere Einladungen' }),
    up: 'Gesendet',
    down: 'Empfangen',
  },
  update: {
    region: 'Neue Version',
    newest: 'Das ist die neueste bekannte Version; Tandem sucht von selbst nach weiteren.',
    checking: 'Eine neuere Version wird gesucht …',
    downloading: (version, share) => `Version ${version} wird geladen: ${formatCount(Math.floor(share * 100))} %`,
    ready: (version) => `Version ${version} ist bereit.`,
    detail: 'Sie wird beim Neustart von Tandem installiert; die Synchronisation läuft danach dort weiter, wo sie war.',
    waits: (version) =>
      `Version ${version} ist bereit. Sie wird beim Neustart von Tandem installiert; die Synchronisation läuft danach dort weiter, wo sie war.`,
    restart: 'Neu starten und aktualisieren',
  },
};
