import path from 'node:path';
import type { CommandError, CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedSource } from '../../preload/ipc/feeds.ts';
import { appMenu } from './app-menu.ts';
import { placeOfLink } from './deep-links.ts';
import type { ElectronModule } from './electron-module.ts';
import { lockSession } from './locks.ts';
import { notifier } from './notifications.ts';
import { servePage } from './page-protocol.ts';
import { openToldNotices } from './told-notices.ts';
import { type AppTray, openTray } from './tray.ts';
import type { TrayActions } from './tray-menu.ts';
import { firstTrayView, withActivity, withStatus } from './tray-view.ts';
import { type AppWindow, createAppWindow } from './window.ts';

/** What the shell shows and asks: the same commands and feeds as the window. */
export type ShellParts = {
  readonly electron: ElectronModule;
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  readonly platform: NodeJS.Platform;
  readonly folders: ShellFolders;
  readonly now: () => Date;
  readonly warn: (message: string, cause?: unknown) => void;
};

/** Absolute paths. `own` is written to: the place of the window and what was told; the others came with the application. */
export type ShellFolders = {
  readonly own: string;
  readonly page: string;
  readonly preloadFile: string;
  readonly assets: string;
};

/** The folders of the built application: `app` holds `dist` and `assets`, `own` is written to. */
export function shellFolders(app: string, own: string): ShellFolders {
  return {
    own,
    page: path.join(app, 'dist/renderer'),
    preloadFile: path.join(app, 'dist/preload/bridge.cjs'),
    assets: path.join(app, 'assets'),
  };
}

/** The open shell: the window, the tray while there is one, and links from outside. */
export type Shell = {
  readonly window: AppWindow;
  readonly hasTray: () => boolean;
  /** Goes where a `tandem://` link leads, and just shows the window when it leads nowhere. */
  followLink(link: string): void;
  /** Ends what listens to the engine; the window may close from now on. */
  close(): void;
};

/** Opens the shell on a ready application: locks first, then what a person sees. */
export async function openShell(parts: ShellParts): Promise<Shell> {
  const { electron, folders, feeds, warn } = parts;
  lockSession(electron.session.defaultSession);
  servePage(electron.protocol, folders.page);

  let tray: AppTray | null = null;
  const iconFile = path.join(folders.assets, 'icons', '256x256.png');
  const window = createAppWindow({
    electron,
    preloadFile: folders.preloadFile,
    stateFile: path.join(folders.own, 'window.json'),
    iconFile,
    hidesOnClose: () => tray !== null,
  });
  setMenu(parts, window);
  tray = openTray(
    {
      electron,
      imageFolder: path.join(folders.assets, 'tray'),
      platform: parts.platform,
      actions: trayActions(parts, window),
      now: parts.now,
    },
    firstTrayView,
  );

  const told = await openToldNotices(path.join(folders.own, 'told-notices.json'), (cause) =>
    warn('the list of told notices cannot be written', cause),
  );
  const notify = notifier({
    Notification: electron.Notification,
    told,
    iconFile,
    actions: { show: (place) => window.show(place), answerInvitation: answerInvitation(parts.handlers) },
  });
  const endNotices = feeds.subscribe('notice', (notice) => void notify(notice));
  const endTray = await keepTrayCurrent(parts, (view) => tray?.show(view));

  return {
    window,
    hasTray: () => tray !== null,
    followLink: (link) => window.show(placeOfLink(link) ?? undefined),
    close() {
      endNotices();
      endTray();
      tray?.close();
      tray = null;
      window.release();
    },
  };
}

function setMenu({ electron, platform }: ShellParts, window: AppWindow): void {
  const { app, Menu } = electron;
  const actions = {
    showHome: () => window.show('/'),
    showActivity: () => window.show('/activity'),
    quit: () => app.quit(),
  };
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(platform, app.isPackaged, actions)));
}

/** The tray follows the status and the journal; it begins with what the journal already holds. */
async function keepTrayCurrent(
  { handlers, feeds }: ShellParts,
  show: (view: typeof firstTrayView) => void,
): Promise<() => void> {
  let view = firstTrayView;
  const change = (changed: typeof firstTrayView): void => {
    view = changed;
    show(view);
  };
  const before = await handlers['activity.list']({ limit: 20 });
  if (before.ok) change(withActivity(view, [...before.value.entries].reverse()));
  const ends = [
    feeds.subscribe('status', (status) => change(withStatus(view, status))),
    feeds.subscribe('activity', (entries) => change(withActivity(view, entries))),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** What the menu of the tray does; what is refused is shown by the window, which says why. */
function trayActions({ electron, handlers, warn }: ShellParts, window: AppWindow): TrayActions {
  const ask = async (asked: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: CommandError }>) => {
    try {
      const result = await asked;
      if (result.ok) return;
      warn(result.error.message);
    } catch (cause) {
      warn('a command of the tray failed', cause);
    }
    window.show('/');
  };
  return {
    showWindow: () => window.show(),
    showInvitations: () => window.show('/invitations'),
    accept: (id) => void ask(handlers['invitation.accept']({ id })),
    decline: (id) => void ask(handlers['invitation.decline']({ id })),
    reveal: (file) => void ask(handlers['root.reveal'](file)),
    pause: (forMs) => void ask(handlers['sync.pause']({ forMs })),
    resume: () => void ask(handlers['sync.resume']({})),
    quit: () => electron.app.quit(),
  };
}

function answerInvitation(
  handlers: CommandHandlers,
): (answer: 'accept' | 'decline', id: string) => Promise<CommandError | null> {
  return async (answer, id) => {
    const result = await handlers[`invitation.${answer}`]({ id });
    return result.ok ? null : result.error;
  };
}
