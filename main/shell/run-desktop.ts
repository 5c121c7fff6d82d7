import { setTimeout as sleep } from 'node:timers/promises';
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import type { FeedSource } from '../../preload/ipc/feeds.ts';
import { isMessage } from '../../preload/words/message.ts';
import type { CommandHost, LoginItem } from '../commands/command-world.ts';
import type { ContentSource } from '../commands/content/content-source.ts';
import { mkdirSync } from '../disk/disk.ts';
import { desktopHost } from './desktop-host.ts';
import { takeLinks } from './incoming/deep-links.ts';
import { takeOpenedFiles } from './incoming/given-files.ts';
import { claimSingleInstance, type Given, givenBy } from './incoming/single-instance.ts';
import { type FaultGuard, guardFaults } from './process/fault-guard.ts';
import { manageLifecycle } from './process/lifecycle.ts';
import { atLoginFlag } from './process/login-item.ts';
import { sayTrouble } from './process/trouble.ts';
import { openShell, type Shell } from './shell.ts';
import type { ShellParts } from './shell-parts.ts';
import type { TrialFinding, UpdateTrial } from './updates/update-trial.ts';
import { openUpdates, type Updater, type Updates, type UpdatesParts } from './updates/updates.ts';
import { isTrustedSender } from './window/locks.ts';
import { declarePageScheme } from './window/page-protocol.ts';
import type { Place } from './window/window.ts';

/** A running engine for the shell. `stop` finishes the current record and leaves transfers to the next start. */
export type RunningEngine = {
  readonly handlers: CommandHandlers;
  readonly feeds: FeedSource;
  readonly contents: ContentSource;
  /** The computer woke up (`rescan`), or a person unlocked it. */
  lookAgain(what: { readonly rescan: boolean }): void;
  stop(): Promise<void>;
};

export type DesktopParts = Omit<ShellParts, keyof RunningEngine | 'updates' | 'hasTrayHost' | 'onSessionEnd'> & {
  /** True if a tray host exists, or appears shortly after the session starts. */
  readonly hasTrayHost: (isAtLogin: boolean) => Promise<boolean>;
  /** Its commands use the features of `host`. */
  readonly startEngine: (host: CommandHost) => Promise<RunningEngine>;
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
  readonly loginItem: LoginItem | null;
  /** Null: updates are disabled. */
  readonly loadUpdater: (() => Promise<Updater>) | null;
  /** Same as `UpdatesParts.isOurs`. */
  readonly isOurUpdate: UpdatesParts['isOurs'];
  readonly updateTrial: UpdateTrial;
  /** Same as `UpdatesParts.installsOnQuit`. */
  readonly installsOnQuit: boolean;
  /** The process: system signals and uncaught errors. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on'>;
  readonly args: readonly string[];
  /** The working directory, absolute. */
  readonly workingFolder: string;
  /** The program that restarts this application, absolute. */
  readonly program: string;
  /** Longest wait for the engine to stop, in milliseconds. */
  readonly stopLimitMs: number;
};

/** The application's id for Windows notifications. */
const appUserModelId = 'app.tandem.sync';

/** The whole desktop application: setup before `ready`, the engine, the shell, and the shutdown. */
export async function runDesktop(parts: DesktopParts): Promise<void> {
  const { electron, warn, signals, stopLimitMs } = parts;
  const { app } = electron;
  let shell: Shell | null = null;
  let engine: Promise<RunningEngine> | null = null;
  let given: Given = givenBy(parts.args, parts.workingFolder, app.isPackaged);

  // Links, files and second starts may arrive before there is a window, so queue them until then.
  const follow = ({ link, files }: Given): void => {
    if (shell === null) given = { link: link ?? given.link, files: [...given.files, ...files] };
    else take(shell, { link, files });
  };
  const stop = async (): Promise<void> => (await engine)?.stop();
  const showWindow = (place?: Place): void => shell?.window.show(place);
  const hasTray = (): boolean => shell?.hasTray() ?? false;

  // Before the lock, which is inside this folder: two homes are two applications.
  mkdirSync(parts.profileFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', parts.profileFolder);
  declarePageScheme(electron.protocol);
  takeLinks(app, (link) => follow({ link, files: [] }));
  takeOpenedFiles(app, (file) => follow({ link: null, files: [file] }));
  if (!claimSingleInstance(app, follow)) return;
  if (parts.platform === 'win32' && app.isPackaged) app.setAppUserModelId(appUserModelId);
  const faults = guardFaults({ ...parts, app, faults: signals, stop });
  const finding = parts.updateTrial.noteStart();
  if (finding.kind === 'restored') return startAgain(parts);
  const updates = updatesOf(parts);
  const beforeStop = (): void => {
    updates.close();
    shell?.close();
  };
  const lookAgain = (what: { readonly rescan: boolean }): void => {
    void engine?.then((running) => running.lookAgain(what)).catch(() => undefined);
  };
  const leaving = { signals, stop, stopLimitMs, beforeStop, leave: updates.leave, onSessionEnd: updates.keepVersion };
  const life = manageLifecycle({
    app,
    powerMonitor: electron.powerMonitor,
    ...leaving,
    lookAgain,
    hasTray,
    showWindow: () => showWindow(),
    warn,
  });
  await app.whenReady();
  await rest(faults);
  if (life.isQuitting()) return;
  if (finding.kind === 'stuck') void sayStuck(parts, finding);

  const { deviceName, homePath, loginItem } = parts;
  engine = parts.startEngine(desktopHost({ electron, deviceName, homePath, hasTray, showWindow, loginItem, updates }));
  const running = await engine.catch((cause: unknown) => failedStart(parts, cause));
  if (running === null || life.isQuitting()) return;
  parts.serveWindow(running, isTrustedSender);
  const isAtLogin = isStartedAtLogin(parts);
  const hasTrayHost = () => parts.hasTrayHost(isAtLogin);
  shell = await openShell({ ...parts, ...running, updates, hasTrayHost, onSessionEnd: life.endSession });
  parts.updateTrial.settle();
  sayNews(shell, faults, finding, parts);
  if (!(isAtLogin && shell.hasTray()) || given.link !== null) take(shell, { ...given, files: [] });
  shell.takeFiles(given.files);
  shell.window.hearSessionEnd();
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

async function rest({ restMs }: FaultGuard): Promise<void> {
  if (restMs > 0) await sleep(restMs);
}

function updatesOf(parts: DesktopParts): Updates {
  const { loadUpdater, isOurUpdate, installsOnQuit, updateTrial, electron, warn, texts } = parts;
  const quit = (): void => electron.app.quit();
  return openUpdates({ load: loadUpdater, isOurs: isOurUpdate, installsOnQuit, trial: updateTrial, quit, warn, texts });
}

/** The program is now the previous version. */
function startAgain({ electron, program, args }: DesktopParts): void {
  electron.app.relaunch({ execPath: program, args: args.slice(1) });
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

/** The engine could not start: show only the reason. */
async function failedStart(parts: DesktopParts, cause: unknown): Promise<null> {
  const { electron, warn, texts } = parts;
  warn('the engine did not start', cause);
  const says = cause instanceof Error && 'says' in cause && isMessage(cause.says) ? texts.say(cause.says) : null;
  const reason = says ?? (cause instanceof Error ? cause.message : String(cause));
  await sayTrouble(parts, texts.notStarted.title, texts.notStarted.body(reason));
  electron.app.exit(1);
  return null;
}
