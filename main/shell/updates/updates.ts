import type { AppUpdater } from 'electron-updater';
import type { UpdateState } from '../../../preload/ipc/shapes/desktop.ts';
import type { ShellTexts } from '../texts/texts.ts';
import type { FeedInfo } from './signed-feed.ts';
import type { UpdateTrial } from './update-trial.ts';

/** The used part of electron-updater. Passed as an argument, because it is loaded only in an installed application. */
export type Updater = Pick<
  AppUpdater,
  | 'on'
  | 'once'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'autoRunAppAfterInstall'
  | 'logger'
>;

export type Updates = {
  state(): UpdateState;
  /** Receives the current state and each change. Returns the unsubscribe function. */
  subscribe(listener: (state: UpdateState) => void): () => void;
  /** Quits the application and installs a downloaded version as the last step. True if one is ready. */
  install(): boolean;
  /**
   * Exits, and first installs a downloaded version. Nothing else installs one. Null: the session ends, so nothing starts again, and an installer
   * would be cut off.
   */
  leave(next: NextStart | null): void;
  close(): void;
};

export type NextStart = {
  /** A person started the application again while it was quitting. */
  readonly isAsked: boolean;
  /** Starts this version again once the application has ended. */
  readonly start: () => void;
};

export type UpdatesParts = {
  /** Null: no feed is configured, or the application is not installed. */
  readonly load: (() => Promise<Updater>) | null;
  /** True if the feed's version is signed with our key. Nothing else is downloaded. */
  readonly isOurs: (version: FeedInfo) => boolean;
  /** False if installation asks for a password (a system package): then only on the person's request. */
  readonly installsOnQuit: boolean;
  readonly trial: Pick<UpdateTrial, 'isRefused' | 'begin' | 'cancel'>;
  /** The AppImage got this absolute path, and the old one is gone. Synchronous: the application is about to exit. */
  readonly followImage: (image: string) => void;
  /** Calls `restart` if the person lets it. */
  readonly mayRestart: (restart: () => void) => void;
  readonly quit: () => void;
  readonly warn: (message: string, cause?: unknown) => void;
  readonly texts: Pick<ShellTexts, 'updateFailed' | 'updateNotOurs' | 'updateRefused'>;
};

/** The first check waits until the start is over. After that, every few hours is enough for a program that runs all day. */
const FIRST_LOOK_MS = 60_000;
const NEXT_LOOK_MS = 6 * 60 * 60_000;

const idle: UpdateState = { state: 'idle', version: null, share: null, sentence: null };

/**
 * Checks for a newer version, downloads it, and installs it when the application ends. It never interrupts: the window and the tray
 * show that one is ready. A lost connection to the feed is not an error; the next check retries.
 */
export function openUpdates(parts: UpdatesParts): Updates {
  let current: UpdateState = parts.load === null ? { ...idle, state: 'off' } : idle;
  let updater: Updater | null = null;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  const listeners = new Set<(state: UpdateState) => void>();
  const say = (state: UpdateState): void => {
    current = state;
    for (const listener of listeners) listener(state);
  };

  const look = async (load: () => Promise<Updater>): Promise<void> => {
    try {
      updater ??= listen(await load(), parts, say, () => current);
      // A version that is ready is not downloaded again; a newer one follows after the next start.
      if (current.state !== 'ready') await updater.checkForUpdates();
    } catch (cause) {
      say(failure(cause, parts.texts));
      if (!isOffline(cause)) parts.warn('looking for a newer version failed', cause);
    }
    plan(load, NEXT_LOOK_MS);
  };
  const plan = (load: () => Promise<Updater>, afterMs: number): void => {
    timer = setTimeout(() => void look(load), afterMs);
    timer.unref();
  };
  if (parts.load !== null) plan(parts.load, FIRST_LOOK_MS);

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener);
      listener(current);
      return () => void listeners.delete(listener);
    },
    install() {
      if (current.state !== 'ready') return false;
      parts.mayRestart(() => {
        isWanted = true;
        parts.quit();
      });
      return true;
    },
    leave(next) {
      if (next === null) return parts.quit();
      const isRestart = isWanted || next.isAsked;
      const quit = (): void => {
        if (isRestart) next.start();
        parts.quit();
      };
      const version = current.state === 'ready' && (isWanted || parts.installsOnQuit) ? current.version : null;
      if (version === null || updater === null) return quit();
      installOrQuit(updater, version, isRestart, { ...parts, quit });
    },
    close: () => clearTimeout(timer),
  };
}

/** Longest time for the installer to end the application, in milliseconds. */
const LEAVE_LIMIT_MS = 60_000;

/**
 * The only place that installs, once the version is on trial. Engine and tray are closed: the application exits whatever the installer does. On
 * failure the old version is in place, and starts again if a person asked for a restart.
 */
function installOrQuit(updater: Updater, version: string, isRestart: boolean, parts: UpdatesParts): void {
  const { quit, warn, trial } = parts;
  const giveUp = (cause: unknown): void => {
    warn('the newer version was not installed', cause);
    quit();
  };
  if (!trial.begin(version)) return giveUp('the old version could not be kept');
  // Until then the installer ends the application, and starts the new version: no start of the old one may be in its way.
  const limit = setTimeout(() => giveUp('it took too long'), LEAVE_LIMIT_MS);
  const fail = (cause: unknown): void => {
    clearTimeout(limit);
    trial.cancel();
    giveUp(cause);
  };
  updater.once('error', fail);
  // macOS reads this, the others the second argument.
  updater.autoRunAppAfterInstall = isRestart;
  try {
    updater.quitAndInstall(true, isRestart);
  } catch (cause) {
    fail(cause);
  }
}

function listen(
  updater: Updater,
  { isOurs, trial, followImage, warn, texts }: UpdatesParts,
  say: (state: UpdateState) => void,
  current: () => UpdateState,
): Updater {
  updater.autoDownload = false;
  // It would also install at an exit that is not ours, such as one of Electron's own: untried, and without the AppImage before.
  updater.autoInstallOnAppQuit = false;
  updater.logger = null;
  updater.on('checking-for-update', () => say({ ...idle, state: 'checking' }));
  updater.on('update-not-available', () => say(idle));
  updater.on('update-available', (info) => {
    if (!isOurs(info)) {
      warn(`the feed names version ${info.version}, but it is not signed with our key: it is not fetched`);
      say({ ...idle, state: 'failed', sentence: texts.updateNotOurs });
      return;
    }
    if (trial.isRefused(info.version)) {
      say({ ...idle, state: 'failed', sentence: texts.updateRefused(info.version) });
      return;
    }
    say({ ...idle, state: 'downloading', version: info.version, share: 0 });
    // Errors are reported by the event.
    void updater.downloadUpdate().catch(() => undefined);
  });
  updater.on('download-progress', ({ percent }) => {
    if (current().state === 'downloading') say({ ...current(), share: Math.min(1, percent / 100) });
  });
  updater.on('update-downloaded', ({ version }) => say({ ...idle, state: 'ready', version }));
  updater.on('appimage-filename-updated', (image) => {
    try {
      followImage(image);
    } catch (cause) {
      // The updater would take it for a failed installation.
      warn('the login item was not renewed', cause);
    }
  });
  updater.on('error', (cause) => say(failure(cause, texts)));
  return updater;
}

/** Being offline is not a failure. */
function failure(cause: unknown, texts: UpdatesParts['texts']): UpdateState {
  if (isOffline(cause)) return idle;
  return { ...idle, state: 'failed', sentence: texts.updateFailed };
}

/** By Node's error codes and by Chromium's network error names. */
function isOffline(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const codes = /^(ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)$/;
  const names =
    /net::ERR_(INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|NETWORK_CHANGED|CONNECTION_[A-Z_]+|ADDRESS_UNREACHABLE|TIMED_OUT|PROXY_CONNECTION_FAILED)/;
  return codes.test(code) || names.test(cause.message);
}
