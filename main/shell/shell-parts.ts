import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedSource, SpokenFeeds } from '../../preload/ipc/feeds.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import type { ElectronModule } from './electron-module.ts';
import type { ShellTexts } from './texts/texts.ts';
import type { Updates } from './updates/updates.ts';

/** The data and commands of the shell: the same commands and feeds as the window. */
export type ShellParts = {
  readonly electron: ElectronModule;
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  /** The bytes of files on the service, for the page. */
  readonly contents: ContentSource;
  readonly platform: NodeJS.Platform;
  readonly folders: ShellFolders;
  /** Is there something that shows a tray icon? */
  readonly hasTrayHost: () => Promise<boolean>;
  /** Does it show ours, now that there is one? */
  readonly isTrayShown: () => Promise<boolean>;
  readonly now: () => Date;
  readonly warn: (message: string, cause?: unknown) => void;
  /** All that menus, tray and notifications say; decided at the start. */
  readonly texts: ShellTexts;
  /** The person signs out of the computer, or shuts it down (Windows). */
  readonly onSessionEnd: () => void;
  /** A diagnostic report without secrets, with everything that is available without a running engine. */
  readonly report: (problem: string) => Promise<string>;
  readonly updates: Pick<Updates, 'install' | 'subscribe'>;
};

/** Absolute paths. `own` is writable: window position and shown notices; the others are part of the application. */
export type ShellFolders = {
  readonly own: string;
  readonly page: string;
  readonly preloadFile: string;
  readonly assets: string;
};

/** The same with the feeds in words. */
export type SpokenParts = Omit<ShellParts, 'feeds'> & { readonly feeds: SpokenFeeds };
