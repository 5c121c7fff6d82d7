import { formatCount } from '../../format.ts';
import { plural } from './plural.ts';

/** What only the desktop application has: the short form at the tray, and newer versions. */
export const desktopTexts = {
  tray: {
    title: 'Tandem in short',
    recent: 'Recent files',
    noRecent: 'No file has changed yet.',
    openFolder: 'Open folder',
    openWindow: 'Open window',
    moreInvitations: (count: number): string => plural(count, { one: 'more invitation', other: 'more invitations' }),
    up: 'Sent',
    down: 'Fetched',
  },
  update: {
    region: 'Newer version',
    newest: 'This is the newest version that is known; Tandem looks for others by itself.',
    checking: 'Looking for a newer version…',
    downloading: (version: string, share: number): string =>
      `Fetching version ${version}: ${formatCount(Math.floor(share * 100))} %`,
    ready: (version: string): string => `Version ${version} is ready.`,
    detail: 'It is put in place when Tandem restarts; syncing goes on where it was.',
    waits: (version: string): string =>
      `Version ${version} is ready. It is put in place when Tandem restarts; syncing goes on where it was.`,
    restart: 'Restart to update',
  },
} as const;
