import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedSource } from '../../preload/ipc/feeds.ts';
import type { Words } from '../../preload/words/message.ts';
import type { CommandHost } from '../commands/command-world.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import { mkdirSync } from '../disk/disk.ts';
import { desktopHost } from './desktop-host.ts';
import { takeLinks } from './incoming/deep-links.ts';
import { takeOpenedFiles } from './incoming/given-files.ts';
import { keepGiven, takeKept } from './incoming/kept-given.ts';
import { claimSingleInstance, type Given, givenBy, givenTogether, nothingGiven } from './incoming/single-instance.ts';
import { type FaultGuard, guardFaults, lastingOptions } from './process/fault-guard.ts';
import { offerMove } from './process/lasting-place.ts';
import { type Lifecycle, manageLifecycle, stopInTime } from './process/lifecycle.ts';
import { atLoginFlag, type OwnLoginItem } from './process/login-item.ts';
import { sayTrouble } from './process/trouble.ts';
import { openShell, type Shell } from './shell.ts';
import type { ShellParts } from './shell-parts.ts';
import type { TrialFinding, UpdateTrial } from './updates/update-trial.ts';
import { type NextStart, openUpdates, type Updater, type Updates, type UpdatesParts } from './updates/updates.ts';
import { isTrustedSender } from './window/locks.ts';
import { declarePageScheme } from './window/page-protocol.ts';
import type { Place } from './window/window.ts';

/** A running engine for the shell. `stop` finishes the current record and leaves transfers to the next start. */
export type RunningEngine = {
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  readonly contents: ContentSource;
  readonly settings: ShellParts['settings'];
  readonly drops: ShellParts['drops'];
  /** The computer woke up (`rescan`), or a person unlocked it. */
  checkNow(what: { readonly rescan: boolean }): void;
  stop(): Promise<void>;
  /** Ends without a wait: the process is about to be terminated. */
  endNow(): void;
};

export type DesktopParts = Omit<ShellParts, keyof RunningEngine | 'updates' | 'hasTrayHost' | 'onSessionEnd'> & {
  /** True if a tray host exists, or appears shortly after the session starts. */
  readonly hasTrayHost: (isAtLogin: boolean) => Promise<boolean>;
  /** Its commands use the features of `host`. */
  readonly startEngine: (host: CommandHost) => Promise<RunningEngine>;
  /** Why it could not start and what helps; null if only the error itself says that. */
  readonly explain: (cause: unknown) => Words | null;
  /** True if every version of the application would fail for this: nothing is wrong with this one. */
  readonly failsEveryVersion: (cause: unknown) => boolean;
  /** The folder for Chromium's own files; absolute. */
  readonly profileFolder: string;
  readonly deviceName: string;
  /** Null where paths are shown in full. */
  readonly homePath: string | null;
  /** Serves the window's messages, only from a trusted sender. */
  readonly serveWindow: (
    engine: RunningEngine,
    isTrusted: (event: IpcMainEvent | IpcMainInvokeEvent) => boolean,
  ) => { close(): void };
  /** Null if the application is not installed. */
  readonly loginItem: OwnLoginItem | null;
  /** Null: updates are disabled. */
  readonly loadUpdater: (() => Promise<Updater>) | null;
  /** Same as `UpdatesParts.isOurs`. */
  readonly isOurUpdate: UpdatesParts['isOurs'];
  readonly updateTrial: UpdateTrial;
  /** Same as `UpdatesParts.followImage`. */
  readonly followImage: UpdatesParts['followImage'];
  /** Same as `UpdatesParts.installsOnQuit`. */
  readonly installsOnQuit: boolean;
  /** The process: system signals and uncaught errors. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  readonly args: readonly string[];
  /** The working directory, absolute. */
  readonly workingFolder: string;
  /** Same as `restarter`. */
  readonly restart: (args: readonly string[]) => void;
  /** Longest wait for the engine to stop, in milliseconds. */
  readonly stopLimitMs: number;
};

/** The application's id for Windows notifications. */
const appUserModelId = 'app.tandem.sync';

/** The running application, filled in as it starts. */
type Desktop = {
  readonly sinceMs: number;
  engine: Promise<RunningEngine> | null;
  /** The same, while it runs. */
  running: RunningEngine | null;
  shell: Shell | null;
  life: Lifecycle | null;
  /** Links and files that arrived while there was no shell: before it opened, or after it closed. */
  given: Given;
  /** A person started it again, or clicked it in the dock, in that time. */
  isAsked: boolean;
  /** Resolves when a person first wants something of it in that time. */
  readonly wanted: PromiseWithResolvers<void>;
  /** It could not start, and ends once the person has read why. */
  hasFailed: boolean;
};

/** The whole desktop application: setup before `ready`, the engine, the shell, and the shutdown. */
export async function runDesktop(parts: DesktopParts): Promise<void> {
  const given = givenBy(parts.args, parts.workingFolder, parts.electron.app.isPackaged);
  const sinceMs = parts.now().getTime();
  const wanted = Promise.withResolvers<void>();
  const nothingYet = { engine: null, running: null, shell: null, life: null, isAsked: false, hasFailed: false };
  const desktop: Desktop = { ...nothingYet, sinceMs, given, wanted };
  try {
    await start(parts, desktop);
  } catch (cause) {
    await failedStart(parts, desktop, cause);
  }
}

async function start(parts: DesktopParts, desktop: Desktop): Promise<void> {
  const { warn, electron } = parts;
  const { app } = electron;
  if (!takeSeat(parts, desktop)) return;
  const faults = guardOf(parts, desktop);
  const finding = parts.updateTrial.noteStart();
  if (finding.kind === 'restored') return startAgain(parts);
  const updates = updatesOf(parts, desktop);
  const life = lifeOf(parts, desktop, updates);
  desktop.life = life;
  await app.whenReady();
  await rest(faults, desktop);
  if (life.isQuitting()) return;
  if (finding.kind === 'stuck') void sayStuck(parts, finding);
  await offerMove(parts);
  if (life.isQuitting()) return;

  desktop.engine = parts.startEngine(hostOf(parts, desktop, updates));
  const running = await desktop.engine;
  desktop.running = running;
  if (life.isQuitting()) return;
  parts.serveWindow(running, isTrustedSender);
  const isAtLogin = isStartedAtLogin(parts);
  const hasTrayHost = () => parts.hasTrayHost(isAtLogin);
  const shell = await openShell({ ...parts, ...running, updates, hasTrayHost, onSessionEnd: life.endNow });
  // A window that opens now would keep the application from quitting.
  if (life.isQuitting()) return shell.close();
  desktop.shell = shell;
  parts.updateTrial.settle();
  sayNews(shell, faults, finding, parts);
  const { link, files } = desktop.given;
  if (!isAtLogin || desktop.isAsked || !shell.hasTray() || link !== null) take(shell, { link, files: [] });
  shell.takeFiles(files);
  shell.window.hearSessionEnd();
  await parts.loginItem?.renew().catch((cause: unknown) => warn('the login item was not renewed', cause));
}

function lifeOf(parts: DesktopParts, desktop: Desktop, updates: Updates): Lifecycle {
  const { electron, platform, signals, stopLimitMs, warn } = parts;
  return manageLifecycle({
    app: electron.app,
    platform,
    powerMonitor: electron.powerMonitor,
    signals,
    stop: () => stopEngine(desktop),
    stopLimitMs,
    confirm: (quit) => (desktop.shell === null ? quit() : desktop.shell.end('quit', quit)),
    beforeStop() {
      if (desktop.shell === null && isYoung(parts, desktop)) parts.updateTrial.excuse();
      updates.close();
      desktop.shell?.close();
      // Requests from now on are kept for the next start.
      Object.assign(desktop, { shell: null, given: nothingGiven, isAsked: false });
    },
    leave: ({ isSessionEnd }) => updates.leave(isSessionEnd ? null : nextStartOf(parts, desktop)),
    endNow: () => endNow(parts, desktop),
    checkNow: (what) => void desktop.engine?.then((running) => running.checkNow(what)).catch(() => undefined),
    showWindow: () => showWindow(desktop),
    warn,
  });
}

function guardOf(parts: DesktopParts, desktop: Desktop): FaultGuard {
  return guardFaults({
    ...parts,
    app: parts.electron.app,
    faults: parts.signals,
    stop: () => stopEngine(desktop),
    isEnding: () => desktop.hasFailed || desktop.life?.isQuitting() === true,
    isHidden: () => isHidden(parts, desktop),
  });
}

/** Could it still be starting? A start that hangs for longer is a fault, and a person can only quit it. */
const isYoung = ({ now }: DesktopParts, { sinceMs }: Desktop): boolean => now().getTime() - sinceMs < START_LIMIT_MS;

/** Ample: the check of a large store, the longest known step, takes seconds. */
const START_LIMIT_MS = 3 * 60_000;

/** Everything that must happen before the application is ready. False: it runs already, and takes over. */
function takeSeat(parts: DesktopParts, desktop: Desktop): boolean {
  const { app, protocol } = parts.electron;
  const follow = ({ link, files }: Given): void => {
    if (desktop.shell !== null) return take(desktop.shell, { link, files });
    desktop.given = givenTogether(desktop.given, { link, files });
    desktop.isAsked ||= files.length === 0;
    desktop.wanted.resolve();
    if (desktop.life?.isQuitting() === true) keepForNextStart(parts, desktop.given);
  };
  declarePageScheme(protocol);
  takeLinks(app, (link) => follow({ link, files: [] }));
  takeOpenedFiles(app, (file) => follow({ link: null, files: [file] }));
  // Before the lock, which is inside this folder: two homes are two applications.
  mkdirSync(parts.profileFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', parts.profileFolder);
  if (!claimSingleInstance(app, follow)) return false;
  // Not before: another start takes nothing.
  desktop.given = givenTogether(takeKept(keptGivenFile(parts)), desktop.given);
  if (parts.platform === 'win32' && app.isPackaged) app.setAppUserModelId(appUserModelId);
  return true;
}

const keptGivenFile = ({ folders }: DesktopParts): string => path.join(folders.own, 'given.json');

function keepForNextStart(parts: DesktopParts, given: Given): void {
  try {
    keepGiven(keptGivenFile(parts), given);
  } catch (cause) {
    parts.warn('the link or the files that were given are lost', cause);
  }
}

function nextStartOf({ electron, restart, args }: DesktopParts, { given, isAsked }: Desktop): NextStart {
  return {
    isAsked: isAsked || given.link !== null || given.files.length > 0,
    start: () => restart(lastingOptions(args, electron.app.isPackaged)),
  };
}

async function stopEngine(desktop: Desktop): Promise<void> {
  await (await desktop.engine?.catch(() => null))?.stop();
  desktop.running = null;
}

function endNow({ warn }: DesktopParts, { running }: Desktop): void {
  try {
    running?.endNow();
  } catch (cause) {
    warn('the engine did not end cleanly; the next start resumes from its records', cause);
  }
}

function hostOf(parts: DesktopParts, desktop: Desktop, updates: Updates): CommandHost {
  const { electron, deviceName, homePath, loginItem } = parts;
  const hasTray = (): boolean => desktop.shell?.hasTray() ?? false;
  const showWindow = (place?: Place): void => desktop.shell?.window.show(place);
  return desktopHost({ electron, deviceName, homePath, hasTray, showWindow, loginItem, updates });
}

/** Before there is a shell, the window opens with it. */
function showWindow(desktop: Desktop): void {
  if (desktop.shell !== null) return desktop.shell.window.show();
  desktop.isAsked = true;
  desktop.wanted.resolve();
}

/** Navigates to the link's target. Files are uploaded without opening the window. */
function take(shell: Shell, { link, files }: Given): void {
  shell.takeFiles(files);
  if (link !== null) shell.followLink(link);
  else if (files.length === 0) shell.window.show();
}

/** Detected by the flag of our own entry; macOS reports it. */
function isStartedAtLogin({ electron, platform, args }: DesktopParts): boolean {
  return args.includes(atLoginFlag) || (platform === 'darwin' && electron.app.getLoginItemSettings().wasOpenedAtLogin);
}

/** Rests after faults, but not while a person waits for it. */
async function rest({ restMs }: FaultGuard, { wanted }: Desktop): Promise<void> {
  if (restMs === 0) return;
  const over = new AbortController();
  await Promise.race([sleep(restMs, undefined, over).catch(() => undefined), wanted.promise]);
  over.abort();
}

/** True if only the tray shows it, or would. */
function isHidden(parts: DesktopParts, { shell, isAsked }: Desktop): boolean {
  return shell === null ? isStartedAtLogin(parts) && !isAsked : !shell.window.isOpen();
}

function updatesOf(parts: DesktopParts, desktop: Desktop): Updates {
  const { loadUpdater, isOurUpdate, updateTrial, electron } = parts;
  const quit = (): void => (desktop.life ?? electron.app).quit();
  const mayRestart: UpdatesParts['mayRestart'] = (restart) =>
    desktop.shell === null ? restart() : desktop.shell.end('restart', restart);
  return openUpdates({ ...parts, load: loadUpdater, isOurs: isOurUpdate, trial: updateTrial, mayRestart, quit });
}

/** The program is now the previous version. */
function startAgain({ electron, restart, args }: DesktopParts): void {
  restart(args.slice(1));
  electron.app.exit(0);
}

function sayStuck(parts: DesktopParts, { version, previous }: TrialFinding & { kind: 'stuck' }): Promise<void> {
  const { title, stuck } = parts.texts.wentBack;
  return sayTrouble(parts, title(version), stuck(version, previous));
}

/** Reports events from before this start. */
function sayNews(
  { notify }: Shell,
  { faultsBefore }: FaultGuard,
  finding: TrialFinding,
  { texts }: DesktopParts,
): void {
  if (faultsBefore > 0) notify.say(texts.startedAgain.title, texts.startedAgain.body);
  if (finding.kind !== 'went-back') return;
  notify.say(texts.wentBack.title(finding.version), texts.wentBack.body(finding.version));
}

/** Shows only the reason, and ends. */
async function failedStart(parts: DesktopParts, desktop: Desktop, cause: unknown): Promise<void> {
  const { electron, warn, texts } = parts;
  warn('Tandem could not start', cause);
  if (desktop.life?.isQuitting() === true) return;
  desktop.hasFailed = true;
  if (parts.failsEveryVersion(cause)) parts.updateTrial.excuse();
  await stopInTime({ ...parts, stop: () => stopEngine(desktop) });
  await electron.app.whenReady();
  const says = parts.explain(cause);
  const ownMessage = cause instanceof Error ? cause.message : String(cause);
  const body = says === null ? texts.notStarted.body(ownMessage) : texts.say(says);
  await sayTrouble(parts, texts.notStarted.title, body);
  electron.app.exit(1);
}
