import { plural } from './plural.ts';

/** Texts of the frame around every page. */
export const frameTexts = {
  frame: {
    toasts: 'Latest action',
    library: 'Library',
    search: 'Search',
    shortcuts: {
      palette: 'Ctrl K',
      settings: 'Ctrl ,',
      copyLink: 'Ctrl C',
      share: 'Ctrl Shift S',
      send: 'Ctrl Enter',
      trash: 'Del',
    },
    shared: 'Shared',
    more: 'More',
    storage: (used: string, amount: string): string => `${used} of ${amount}`,
    storageLabel: 'Storage',
    manageStorage: 'Manage',
    invitations: (count: number): string => plural(count, { one: 'invitation', other: 'invitations' }),
    notices: 'Notifications',
    noticesUnread: (count: number): string => `Notifications, ${count} new`,
    markAllRead: 'Mark all read',
    unread: 'Unread',
    noticeSettings: 'Notification settings',
    noNotices: 'No notifications yet',
    noNoticesDetail: 'Invitations, finished uploads and problems show up here.',
  },
} as const;
