import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedSource, SpokenFeeds } from '../../preload/ipc/feeds.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import type { KeptSettings } from '../commands/settings/kept-settings.ts';
import type { Line } from '../commands/switchboard.ts';
import type { ElectronModule } from './electron-module.ts';
import type { ShellTexts } from './texts/texts.ts';
import type { Updates } from './updates/updates.ts';

/** The data and commands of the shell: the same commands and feeds as the window. */
export type ShellParts = {
  readonly electron: ElectronModule;
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  /** File contents on the service, for the page. */
  readonly contents: ContentSource;
  readonly settings: Pick<KeptSettings, 'current'>;
  /** Dropped files on their way to the service. */
  readonly drops: Pick<Line['drops'], 'underWay' | 'isPreparing'>;
  readonly platform: NodeJS.Platform;
  readonly folders: ShellFolders;
  /** True if a tray host exists. */
  readonly hasTrayHost: () => Promise<boolean>;
  /** True if the tray host shows our icon. */
  readonly isTrayShown: () => Promise<boolean>;
  readonly now: () => Date;
  readonly warn: (message: string, cause?: unknown) => void;
  /** All texts of menus, tray and notifications; fixed at the start. */
  readonly texts: ShellTexts;
  /** The person signs out of Windows or shuts it down. Electron terminates the process when this returns. */
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

/** The same with feed messages as text. */
export type SpokenParts = Omit<ShellParts, 'feeds'> & { readonly feeds: SpokenFeeds };
