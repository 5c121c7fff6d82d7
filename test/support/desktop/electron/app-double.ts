import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { LoginItemSettingsOptions, Settings } from 'electron';
import { PreventableEvent, type WindowDouble } from '../../browser/window-double.ts';

/** Properties of the machine that the application depends on; a test sets them before use. */
export type AppSystem = {
  isFirstInstance: boolean;
  /** When the application becomes ready. Until then it refuses what Electron refuses. Null: it is ready. */
  ready: Promise<void> | null;
  /** The running bundle on macOS, absolute, and why it can't be moved; null: it can. */
  bundle: string;
  moveFailure: Error | null;
  /** The login item settings of the system. */
  loginItem: {
    openAtLogin: boolean;
    wasOpenedAtLogin: boolean;
    executableWillLaunchAtLogin: boolean;
    /** The program and arguments of the entry, once it was set. */
    command?: string;
  };
};

const commandOf = ({ path, args }: LoginItemSettingsOptions): string => [path, ...(args ?? [])].join(' ');

export class AppDouble extends EventEmitter {
  isPackaged = true;
  hasQuit = false;
  exitCode: number | null = null;
  readonly schemes: string[] = [];
  readonly relaunches: object[] = [];
  readonly loginSettings: Settings[] = [];
  userModelId: string | null = null;
  readonly paths: Record<string, string> = {};
  readonly #system: AppSystem;
  readonly #windows: readonly WindowDouble[];
  readonly #signals: EventEmitter;
  #isQuitting = false;
  constructor(system: AppSystem, windows: readonly WindowDouble[], signals: EventEmitter) {
    super();
    this.#system = system;
    this.#windows = windows;
    this.#signals = signals;
  }
  requestSingleInstanceLock(): boolean {
    return this.#system.isFirstInstance;
  }
  getPreferredSystemLanguages(): string[] {
    return ['en'];
  }
  /** As in Electron: a missing folder is refused. */
  setPath(name: string, folder: string): void {
    if (!existsSync(folder)) throw new Error(`Failed to set path: ${folder}`);
    this.paths[name] = folder;
  }
  getPath(name: string): string {
    const folder = this.paths[name];
    if (folder === undefined) throw new Error(`Failed to get '${name}' path`);
    return folder;
  }
  getVersion(): string {
    return '1.2.3';
  }
  async whenReady(): Promise<void> {
    await this.#system.ready;
    if (this.#system.ready !== null) {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) this.#signals.removeAllListeners(signal);
    }
    this.#system.ready = null;
  }
  /** As in Electron: neither `before-quit` nor `will-quit`. It calls this itself where the session bus or the compositor of Linux goes away. */
  exit(code: number): void {
    this.exitCode = code;
    this.#isQuitting = true;
    for (const window of this.#windows) window.destroy();
    this.emit('quit', {}, code);
  }
  get isQuitting(): boolean {
    return this.#isQuitting;
  }
  relaunch(options: object): void {
    this.relaunches.push(options);
  }
  setAppUserModelId(id: string): void {
    this.userModelId = id;
  }
  /** As in Electron on Windows (browser_win.cc): an entry that names another program counts as none. */
  getLoginItemSettings(asked: LoginItemSettingsOptions = {}): AppSystem['loginItem'] {
    const { command, ...loginItem } = this.#system.loginItem;
    const isOurs = command === undefined || command === commandOf(asked);
    return isOurs ? loginItem : { ...loginItem, openAtLogin: false, executableWillLaunchAtLogin: false };
  }
  setLoginItemSettings(settings: Settings): void {
    this.loginSettings.push(settings);
    this.#system.loginItem.command = commandOf(settings);
    const isOn = settings.openAtLogin ?? false;
    this.#system.loginItem = { ...this.#system.loginItem, openAtLogin: isOn, executableWillLaunchAtLogin: isOn };
  }
  isInApplicationsFolder(): boolean {
    return this.#system.bundle.split('/').includes('Applications');
  }
  /** As in Electron (electron_bundle_mover.mm): the new one is started once this one has quit. */
  moveToApplicationsFolder(): boolean {
    if (this.#system.moveFailure !== null) throw this.#system.moveFailure;
    this.#system.bundle = '/Applications/Tandem.app';
    this.quit();
    return true;
  }
  /** As in Electron on Linux: without a desktop entry, nothing is registered. */
  hasDesktopEntry = true;
  setAsDefaultProtocolClient(scheme: string): boolean {
    if (this.hasDesktopEntry) this.schemes.push(scheme);
    return this.hasDesktopEntry;
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.schemes.includes(scheme);
  }
  /** As in Electron: a listener that prevents `before-quit` keeps the application running, and so does a window that stays open. */
  quit(): void {
    if (this.#isQuitting) return;
    const event = new PreventableEvent();
    this.emit('before-quit', event);
    if (event.isPrevented) return;
    this.#isQuitting = true;
    for (const window of this.#windows) window.close();
    this.#isQuitting = this.#windows.every(({ isClosed }) => isClosed);
    this.hasQuit = this.#isQuitting;
    if (this.hasQuit) this.emit('quit', {}, 0);
  }
  /** As in Electron: without a listener, closing the last window quits. */
  noteClosed(): void {
    if (this.#isQuitting || this.#windows.some(({ isClosed }) => !isClosed)) return;
    if (!this.emit('window-all-closed')) this.quit();
  }
}
