import type { BrowserWindow, BrowserWindowConstructorOptions, ContextMenuParams, WebPreferences } from 'electron';
import { channels } from '../../../preload/ipc/transport/channels.ts';
import type { ElectronModule } from '../electron-module.ts';
import type { ShellTexts } from '../texts/texts.ts';
import { textMenu } from './app-menu.ts';
import { ask } from './ask.ts';
import type { Progress } from './downloads.ts';
import { lockContents } from './locks.ts';
import { keepPageHealthy } from './page-health.ts';
import { pageUrl } from './page-protocol.ts';
import { sessionEnd } from './session-end.ts';
import { placeWindow, readWindowState, smallestSize, writeWindowState } from './window-state.ts';

/** A place in the window, as its router names it. */
export type Place = '/' | `/${string}`;

/** The main window. It is created when first shown, and closing only hides it while the tray can bring it back. */
export type AppWindow = {
  /** Shows and focuses it, at the given place if any. */
  show(place?: Place): void;
  /** Starts listening for the end of the session on Windows, which only windows receive. */
  hearSessionEnd(): void;
  /** Shows on its icon in the dock or taskbar how far something is, from 0 to 1, or `unknown`; null removes it. */
  showProgress(progress: Progress): void;
  /** True from the moment it is asked for until it is closed, or hidden in the tray. */
  isOpen(): boolean;
  /** Allows the window to close from now on: the application is quitting. */
  release(): void;
};

/** Dependencies of the window: the preload and state files by absolute path, and whether closing only hides it. */
export type WindowParts = {
  readonly electron: ElectronModule;
  readonly preloadFile: string;
  readonly stateFile: string;
  readonly iconFile: string;
  readonly platform: NodeJS.Platform;
  readonly hidesOnClose: () => boolean;
  /** Same as `ShellParts.onSessionEnd`. */
  readonly onSessionEnd: () => void;
  /** Same as `PageHealthParts.onPageLost`. */
  readonly onPageLost: () => void;
  /** The person ends the application. */
  readonly quit: () => void;
  readonly warn: (message: string, cause?: unknown) => void;
  readonly texts: Pick<ShellTexts, 'closing' | 'hanging' | 'menu'>;
};

/** Theme backgrounds painted before the page loads, to avoid a white flash in dark mode (style: `--bg`). */
export const background = { light: '#f6f7f8', dark: '#14171a' } as const;

export function createAppWindow(parts: WindowParts): AppWindow {
  let window: BrowserWindow | null = null;
  let isReleased = false;
  let isPutAway = false;
  let go: (place: Place) => void = () => undefined;
  const ear = sessionEnd(parts);
  const askBeforeEnd = closeQuestion(parts);

  const open = (place: Place): BrowserWindow => {
    const opened = openWindow(parts, place);
    const hide = hider(opened, parts.platform);
    opened.on('close', (event) => {
      keepState(parts, opened);
      if (isReleased) return;
      event.preventDefault();
      isPutAway = parts.hidesOnClose();
      if (isPutAway) hide();
      else void askBeforeEnd(opened);
    });
    opened.on('closed', () => {
      window = null;
      if (!isReleased) ear.open();
    });
    opened.on('session-end', () => {
      keepState(parts, opened);
      parts.onSessionEnd();
    });
    opened.webContents.on('context-menu', (_event, clicked) => showTextMenu(parts, clicked));
    // The page of a browser asks before it drops uploads. Here Quit has asked already (`endQuestion`), and would then do nothing.
    opened.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    go = guideOf(opened);
    ear.close();
    keepPageHealthy(opened, parts);
    return opened;
  };

  return {
    show(place) {
      isPutAway = false;
      if (window === null) {
        window = open(place ?? '/');
        return;
      }
      if (place !== undefined) go(place);
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    isOpen: () => window !== null && !isPutAway,
    hearSessionEnd() {
      if (window === null) ear.open();
    },
    showProgress(progress) {
      if (progress === 'unknown') window?.setProgressBar(2, { mode: 'indeterminate' });
      else window?.setProgressBar(progress ?? -1);
    },
    release() {
      isReleased = true;
      ear.close();
    },
  };
}

/** Leads the page to a place, by message: loading its URL would lose typed input. A page that is loading does not listen yet, and gets the last place then. */
function guideOf({ webContents }: BrowserWindow): (place: Place) => void {
  let waiting: Place | null = null;
  webContents.on('did-finish-load', () => {
    if (waiting !== null) webContents.send(channels.go, waiting);
    waiting = null;
  });
  return (place) => {
    if (webContents.isLoadingMainFrame()) waiting = place;
    else webContents.send(channels.go, place);
  };
}

/** Hides a window. On macOS one that fills the screen leaves that first, or an empty black space stays (electron issue 20263). */
function hider(window: BrowserWindow, platform: NodeJS.Platform): () => void {
  let isLeaving = false;
  return () => {
    if (isLeaving) return;
    if (platform !== 'darwin' || !window.isFullScreen()) return window.hide();
    isLeaving = true;
    window.once('leave-full-screen', () => {
      isLeaving = false;
      window.hide();
    });
    window.setFullScreen(false);
  };
}

/** Electron has no menu of its own for a right click. Rows of the page show theirs, and prevent this one. */
function showTextMenu({ electron, texts }: WindowParts, clicked: ContextMenuParams): void {
  const entries = textMenu({ texts }, clicked);
  if (entries.length > 0) electron.Menu.buildFromTemplate(entries).popup();
}

/** Without a tray, closing the window may end syncing, so the person decides. */
function closeQuestion({ electron, texts, quit: end }: WindowParts): (window: BrowserWindow) => Promise<void> {
  const { message, detail, keepSyncing, quit } = texts.closing;
  let isAsking = false;
  return async (window) => {
    if (isAsking) return;
    isAsking = true;
    const ends = await ask(electron, window, { type: 'question', message, detail, no: keepSyncing, yes: quit });
    isAsking = false;
    if (ends) end();
    else window.minimize();
  };
}

function openWindow(parts: WindowParts, place: Place): BrowserWindow {
  const { electron } = parts;
  const workAreas = electron.screen.getAllDisplays().map((display) => display.workArea);
  const { bounds, isMaximized } = placeWindow(readWindowState(parts.stateFile), workAreas);
  const window = new electron.BrowserWindow({ ...windowOptions(parts), ...bounds });
  lockContents(window.webContents, electron.shell);
  let isShown = false;
  const show = (): void => {
    if (isShown) return;
    isShown = true;
    if (isMaximized) window.maximize();
    window.show();
  };
  window.once('ready-to-show', show);
  // In a Wayland session a window may be ready to show only after it is shown (electron issue 48859).
  if (parts.platform === 'linux') window.webContents.once('did-finish-load', show);
  void loadPlace(window, place);
  return window;
}

function windowOptions(parts: WindowParts): BrowserWindowConstructorOptions {
  const { nativeTheme } = parts.electron;
  return {
    title: 'Tandem',
    icon: parts.iconFile,
    show: false,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    // The PDF viewer counts as a plugin; there are no others.
    webPreferences: { ...safePreferences(parts.electron, parts.preloadFile), plugins: true },
  };
}

/** Restrictions of our pages: they can do only what the preload bridge offers. */
export function safePreferences({ app }: ElectronModule, preloadFile: string): WebPreferences {
  return {
    preload: preloadFile,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // Its dictionaries would be fetched from a server of Google.
    spellcheck: false,
    disableDialogs: true,
    devTools: !app.isPackaged,
  };
}

async function loadPlace(window: BrowserWindow, place: Place): Promise<void> {
  try {
    await window.loadURL(`${pageUrl}#${place}`);
  } catch {
    // The window was closed or navigated away while loading.
  }
}

function keepState(parts: WindowParts, window: BrowserWindow): void {
  writeWindowState(parts.stateFile, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
}
