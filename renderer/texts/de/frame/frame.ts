import type { Texts } from '../../texts-type.ts';
import { plural } from './plural.ts';

export const frameTexts: Pick<Texts, 'frame'> = {
  frame: {
    toasts: 'Was gerade erledigt wurde',
    library: 'Bibliothek',
    search: 'Suchen',
    shared: 'Geteilt',
    more: 'Mehr',
    storage: (used, amount) => `${used} von ${amount}`,
    storageLabel: 'Speicherplatz',
    manageStorage: 'Verwalten',
    invitations: (count) => plural(count, { one: 'Einladung', other: 'Einladungen' }),
    notices: 'Mitteilungen',
    noticesUnread: (count) => `Mitteilungen, ${count} neue`,
    markAllRead: 'Alle als gelesen markieren',
    noticeSettings: 'Einstellungen für Mitteilungen',
    noNotices: 'Noch keine Mitteilungen',
    noNoticesDetail: 'Hier sehen Sie Einladungen, fertige Uploads und Probleme.',
  },
};
