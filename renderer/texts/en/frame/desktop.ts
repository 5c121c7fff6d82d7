import { formatCount } from '../../format.ts';
import { plural } from './plural.ts';

/** Texts of the desktop application alone: the tray window, and updates. */
export const desktopTexts = {
  tray: {
    attention: 'Needs attention',
    more: (count: number): string => `${formatCount(count)} more`,
    show: 'Show',
    showOf: (part: string): string => `Show all: ${part}`,
    editedTwice: 'Edited in two places',
    needsName: (suggested: string | null): string =>
      suggested === null ? 'Needs another name' : `Needs another name, such as “${suggested}”`,
    renameTo: (path: string, name: string): string => `Rename ${path} to ${name}`,
    title: 'Tandem at a glance',
    recent: 'Recent files',
    noRecent: 'No file has changed yet.',
    openFolder: 'Open folder',
    openWindow: 'Open Tandem',
    waiting: 'Waiting',
    wait: (count: number): string => plural(count, { one: 'change waits.', other: 'changes wait.' }),
    waitForConnection: (count: number): string =>
      plural(count, { one: 'change waits for a connection', other: 'changes wait for a connection' }),
    moreInvitations: (count: number): string => plural(count, { one: 'more invitation', other: 'more invitations' }),
    up: 'Sent',
    down: 'Downloaded',
  },
  update: {
    region: 'Newer version',
    newest: 'Tandem is up to date and checks for updates by itself.',
    checking: 'Checking for updates…',
    downloading: (version: string, share: number): string =>
      `Downloading version ${version}: ${formatCount(Math.floor(share * 100))} %`,
    ready: (version: string): string => `Version ${version} is ready.`,
    detail: 'It is installed when Tandem restarts, and syncing resumes.',
    waits: (version: string): string =>
      `Version ${version} is ready. It is installed when Tandem restarts, and syncing resumes.`,
    restart: 'Restart to update',
  },
} as const;
