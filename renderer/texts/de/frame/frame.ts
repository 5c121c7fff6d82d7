import type { Texts } from '../../texts-type.ts';
import { plural } from './plural.ts';

export const frameTexts: Pick<Texts, 'frame'> = {
  frame: {
    toasts: 'Letzte Aktion',
    library: 'Bibliothek',
    search: 'Suchen',
    shortcuts: {
      palette: 'Strg K',
      settings: 'Strg ,',
      copyLink: 'Strg C',
      share: 'Strg Umschalt S',
      send: 'Strg Enter',
      trash: 'Entf',
    },
    shared: 'Geteilt',
    more: 'Mehr',
    storage: (used, amount) => `${used} von ${amount}`,
    storageLabel: 'Speicherplatz',
    manageStorage: 'Verwalten',
    invitations: (count) => plural(count, { one: 'Einladung', other: 'Einladungen' }),
    notices: 'Benachrichtigungen',
    noticesUnread: (count) => `Benachrichtigungen, ${count} neue`,
    markAllRead: 'Alle gelesen',
    unread: 'Ungelesen',
    noticeSettings: 'Einstellungen für Benachrichtigungen',
    noNotices: 'Noch keine Benachrichtigungen',
    noNoticesDetail: 'Einladungen, abgeschlossene Uploads und Probleme erscheinen hier.',
  },
};
