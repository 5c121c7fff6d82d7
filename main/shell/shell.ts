import path from 'node:path';
import type { CommandError, CommandHandlers } from '../../preload/ipc/commands.ts';
import { speakFeeds } from '../../preload/words/speak.ts';
import { inWords } from '../../preload/words/wording.ts';
import { placeOfLink } from './incoming/deep-links.ts';
import { iconDrops } from './incoming/icon-drops.ts';
import { type Notifier, notifier } from './notices/notifications.ts';
import { openShownNotices } from './notices/shown-notices.ts';
import { statusNotices } from './notices/status-notices.ts';
import { wantedNotices } from './notices/wanted-notices.ts';
import { type EndQuestion, endQuestion } from './process/end-question.ts';
import { sayTrouble } from './process/trouble.ts';
import type { ShellFolders, ShellParts, SpokenParts } from './shell-parts.ts';
import type { ShellTexts } from './texts/texts.ts';
import { type AppTray, openTray, type TrayParts } from './tray/tray.ts';
import { trayActions } from './tray/tray-actions.ts';
import { firstTrayView } from './tray/tray-view.ts';
import { keepTrayCurrent } from './tray/tray-view-source.ts';
import { appMenu } from './window/app-menu.ts';
import { watchDownloads } from './window/downloads.ts';
import { lockSession } from './window/locks.ts';
import { servePage } from './window/page-protocol.ts';
import { createPopover } from './window/popover.ts';
import { type AppWindow, createAppWindow } from './window/window.ts';

/** The folders of the built application: `app` contains `dist` and `assets`, `own` is writable. */
export function shellFolders(app: string, own: string): ShellFolders {
  return {
    own,
    page: path.join(app, 'dist/renderer'),
    preloadFile: path.join(app, 'dist/preload/bridge.cjs'),
    assets: path.join(app, 'assets'),
  };
}

/** The open shell: the window, the tray if any, and input from outside. */
export type Shell = {
  readonly window: AppWindow;
  readonly hasTray: () => boolean;
  /** Opens the target of a `tandem://` link. Just shows the window if there is none. */
  followLink(link: string): void;
  /** Uploads files that were dropped on an application icon or opened with the application. */
  takeFiles(paths: readonly string[]): void;
  readonly notify: Notifier;
  /** See `EndQuestion`. */
  readonly end: EndQuestion;
  /** Stops listening to the engine; afterwards the window may close. */
  close(): void;
};

/** Opens the shell on a ready application: security settings first, then the visible parts. */
export async function openShell(given: ShellParts): Promise<Shell> {
  const { electron, folders, texts } = given;
  const parts: SpokenParts = { ...given, feeds: speakFeeds(given.feeds, texts.say) };
  lockSession(electron.session.defaultSession);
  servePage(electron.protocol, { ...parts, folder: folders.page, say: texts.say });

  // Quitting itself asks, whoever starts it.
  const quit = (): void => electron.app.quit();
  let tray: AppTray | null = null;
  const window = createAppWindow({
    electron,
    preloadFile: folders.preloadFile,
    stateFile: path.join(folders.own, 'window.json'),
    iconFile: iconFile(folders),
    hidesOnClose: () => tray !== null,
    onSessionEnd: parts.onSessionEnd,
    onPageLost: () => void sayTrouble(parts, texts.trouble.pageLost.title, texts.trouble.pageLost.body),
    platform: parts.platform,
    quit,
    warn: parts.warn,
    texts,
  });
  setMenu(given, window, quit);
  const notify = await openNotifier(given, window);
  const downloads = watchDownloads(electron.session.defaultSession, {
    reportBroken: (name) => notify.say(texts.downloadBroken.title(name), texts.downloadBroken.body),
    showProgress: window.showProgress,
  });
  const takeFiles = iconDrops({
    ...parts,
    refuse: (why) => notify.say(texts.say(why.message), texts.say(why.remedy)),
  });
  const popover = createPopover({ electron, preloadFile: folders.preloadFile });
  const open = () => openTray(trayParts(given, { window, popover, takeFiles, quit }), firstTrayView(texts));
  tray = (await parts.hasTrayHost()) ? open() : null;
  void (tray === null ? null : parts.isTrayShown())?.then((isShown) => {
    if (isShown || tray === null) return;
    parts.warn('the panel does not show the tray icon: the window stays instead');
    tray.close();
    tray = null;
    window.show();
  });
  const ends = [await followNotices(parts, notify), await keepTrayCurrent(parts, (view) => tray?.show(view))];

  return {
    window,
    hasTray: () => tray !== null,
    followLink: (link) => window.show(placeOfLink(link) ?? undefined),
    takeFiles,
    notify,
    end: endQuestion({ ...given, downloads }),
    close() {
      for (const stop of ends) stop();
      popover.close();
      tray?.close();
      tray = null;
      window.release();
    },
  };
}

type TrayUses = {
  readonly window: AppWindow;
  readonly popover: ReturnType<typeof createPopover>;
  readonly takeFiles: (paths: readonly string[]) => void;
  readonly quit: () => void;
};

function trayParts(parts: ShellParts, { window, popover, takeFiles, quit }: TrayUses): TrayParts {
  const { electron, folders, platform, now, texts } = parts;
  return {
    electron,
    imageFolder: path.join(folders.assets, 'tray'),
    platform,
    actions: trayActions({ ...parts, quit }, window),
    showPopover: (icon) => popover.toggle(icon),
    takeFiles,
    now,
    texts,
  };
}

const iconFile = ({ assets }: ShellFolders): string => path.join(assets, 'icons', '256x256.png');

function setMenu({ electron, platform, texts }: ShellParts, window: AppWindow, quit: () => void): void {
  const { app, Menu } = electron;
  const actions = {
    showHome: () => window.show('/'),
    showActivity: () => window.show('/activity'),
    quit,
  };
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu({ platform, isPackaged: app.isPackaged, texts }, actions)));
}

async function openNotifier(
  { electron, platform, handlers, folders, warn, texts }: ShellParts,
  window: AppWindow,
): Promise<Notifier> {
  const shown = await openShownNotices(path.join(folders.own, 'told-notices.json'), (cause) =>
    warn('the list of told notices cannot be written', cause),
  );
  const opened = notifier({
    Notification: electron.Notification,
    platform,
    shown,
    isWanted: wantedNotices(handlers),
    iconFile: iconFile(folders),
    actions: { show: (place) => window.show(place), answerInvitation: answerInvitation(handlers, texts) },
    warn,
    texts,
  });
  // Not awaited: the window does not wait for the notification centre.
  void opened.takeEarlier().catch((cause: unknown) => warn('earlier notifications cannot be taken up', cause));
  return opened;
}

/** Shows notices from the engine, and notices derived from the status. */
async function followNotices({ feeds, folders, now, warn, texts }: SpokenParts, notify: Notifier): Promise<() => void> {
  const tell = notify.tell;
  const ofStatus = await statusNotices({
    file: path.join(folders.own, 'told-attention.json'),
    tell: (notice) => void tell(notice),
    now,
    warn: (cause) => warn('the list of what needs attention cannot be written', cause),
    texts,
  });
  const ends = [
    feeds.subscribe('notice', (notice) => void tell(notice)),
    feeds.subscribe('status', (status) => ofStatus.follow(status)),
  ];
  return () => {
    for (const end of ends) end();
    void ofStatus.close();
  };
}

function answerInvitation(
  handlers: CommandHandlers,
  { say }: Pick<ShellTexts, 'say'>,
): (answer: 'accept' | 'decline', id: string) => Promise<CommandError | null> {
  return async (answer, id) => {
    const result = await handlers[`invitation.${answer}`]({ id });
    return result.ok ? null : inWords(result.error, say);
  };
}
