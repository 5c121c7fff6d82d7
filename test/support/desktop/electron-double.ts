import { EventEmitter, once } from 'node:events';
import type {
  ActivationArguments,
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NotificationConstructorOptions,
  OpenDialogOptions,
} from 'electron';
import type { ElectronModule } from '../../../main/shell/electron-module.ts';
import { refuseIf, WindowDouble } from '../browser/window-double.ts';
import { AppDouble, type AppSystem } from './electron/app-double.ts';

/** A minimal fake of the electron module. It records calls, refuses those that Electron refuses, and lets a test raise system events. */
export type ElectronDouble = {
  readonly module: ElectronModule;
  readonly app: AppDouble;
  readonly windows: readonly WindowDouble[];
  readonly trays: readonly TrayDouble[];
  readonly notifications: readonly NotificationDouble[];
  readonly ipcMain: IpcMainDouble;
  readonly nativeTheme: EventEmitter & {
    shouldUseDarkColors: boolean;
    shouldUseDarkColorsForSystemIntegratedUI: boolean;
  };
  readonly powerMonitor: EventEmitter;
  readonly session: SessionDouble;
  /** URLs opened in the system's browser. */
  readonly openedExternally: string[];
  /**
   * The session of Windows ends. As in Electron (native_window_views_win.cc): every window hears of it, then the process is terminated at once,
   * unless it is quitting already.
   */
  endSession(): void;
  /** The process: its signals and uncaught errors. */
  readonly signals: EventEmitter;
  /**
   * Sends one to the process. As in Electron (electron_browser_main_parts_posix.cc): shortly before it is ready, its own handlers replace those of
   * the application, and quit.
   */
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void;
  readonly system: SystemDouble;
};

/** Properties of the machine; a test sets them before use. */
export type SystemDouble = AppSystem & {
  hasNotifications: boolean;
  /** The process has been terminated: nothing that happens later counts. */
  isTerminated: boolean;
  workAreas: { x: number; y: number; width: number; height: number }[];
  /** The handler that serves the page, once registered. */
  servePage: ((request: Request) => Promise<Response>) | null;
  privilegedSchemes: unknown[];
  appMenu: MenuItemConstructorOptions[] | null;
  /** Menus shown at the pointer. */
  readonly openedMenus: MenuItemConstructorOptions[][];
  readonly errorBoxes: string[][];
  /** Message boxes shown, and the button that the person clicks. */
  readonly questions: MessageBoxOptions[];
  /** A promise: the person has not decided yet. */
  pressedButton: number | Promise<number>;
  /** Called when the person clicks a notification from an earlier run (Windows), and the notifications still shown (macOS). */
  activate: ((details: ActivationArguments) => void) | null;
  shownBefore: NotificationDouble[];
  readonly revealed: string[];
  /** Files opened with their program. */
  readonly opened: string[];
  /** Options of folder dialogs shown, and the folder that the person chooses. */
  readonly folderDialogs: OpenDialogOptions[];
  chosenFolder: string | null;
  /** The file that the person chooses in the next dialog that saves; null: they cancel it. */
  chosenFile: string | null;
};

export class TrayDouble extends EventEmitter {
  readonly images: string[];
  readonly toolTips: string[] = [];
  readonly menus: MenuItemConstructorOptions[][] = [];
  readonly openedMenus: MenuItemConstructorOptions[][] = [];
  isDestroyed = false;
  constructor(image: string) {
    super();
    this.images = [image];
  }
  setImage(image: string): void {
    refuseIf(this.isDestroyed);
    this.images.push(image);
  }
  setToolTip(text: string): void {
    refuseIf(this.isDestroyed);
    this.toolTips.push(text);
  }
  setContextMenu(menu: MenuItemConstructorOptions[]): void {
    refuseIf(this.isDestroyed);
    this.menus.push(menu);
  }
  popUpContextMenu(menu: MenuItemConstructorOptions[]): void {
    this.openedMenus.push(menu);
  }
  destroy(): void {
    this.isDestroyed = true;
  }
}

export class NotificationDouble extends EventEmitter {
  readonly options: NotificationConstructorOptions;
  get id(): string {
    return this.options.id ?? '';
  }
  isShown = false;
  /** As in Electron on Windows (electron_api_notification.cc). */
  constructor(options: NotificationConstructorOptions) {
    super();
    if ((options.id ?? '').length > 64)
      throw new Error('Notification id exceeds Windows limit of 64 UTF-16 characters');
    this.options = options;
  }
  show(): void {
    this.isShown = true;
  }
}

export class IpcMainDouble extends EventEmitter {
  readonly handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
  handle(channel: string, answer: (event: unknown, ...args: unknown[]) => unknown): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, answer);
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
}

/** Also handles custom schemes, for which Node returns "null". */
function originOf(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}/`;
}

/** The requester of a permission, as Electron reports it. */
export type Asker = { readonly isMainFrame: boolean; readonly requestingUrl: string };

/** Records a session's four permission handlers, so that a test can call them by permission name. */
export class SessionDouble extends EventEmitter {
  /** The results when a page at `requestingUrl` requests the permission and when it checks it. */
  permission(name: string, asker: Asker): { readonly asked: boolean; readonly checked: boolean } {
    let asked = false;
    this.askPermission(null, name, (granted) => void (asked = granted), asker);
    return { asked, checked: this.checkPermission(null, name, originOf(asker.requestingUrl), asker) };
  }
  askPermission: (contents: unknown, permission: string, answer: (granted: boolean) => void, asker: Asker) => void =
    () => undefined;
  checkPermission: (contents: unknown, permission: string, origin: string, asker: Asker) => boolean = () => true;
  checkDevice: () => boolean = () => true;
  askScreen: (request: unknown, answer: (streams: object) => void) => void = () => undefined;
  /** The system's proxy for each URL, in PAC syntax. */
  readonly proxies: Record<string, string> = {};
  async resolveProxy(address: string): Promise<string> {
    return this.proxies[address] ?? 'DIRECT';
  }
  setPermissionRequestHandler(door: SessionDouble['askPermission']): void {
    this.askPermission = door;
  }
  setPermissionCheckHandler(door: SessionDouble['checkPermission']): void {
    this.checkPermission = door;
  }
  setDevicePermissionHandler(door: () => boolean): void {
    this.checkDevice = door;
  }
  setDisplayMediaRequestHandler(door: SessionDouble['askScreen']): void {
    this.askScreen = door;
  }
}

/** An application that is ready, for the tests of a part; `starting`: one that becomes ready when it is asked to. */
export function electronDouble(life: 'ready' | 'starting' = 'ready'): ElectronDouble {
  const system: SystemDouble = {
    hasNotifications: true,
    isFirstInstance: true,
    isTerminated: false,
    workAreas: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    servePage: null,
    privilegedSchemes: [],
    appMenu: null,
    openedMenus: [],
    ready: life === 'ready' ? null : Promise.resolve(),
    errorBoxes: [],
    questions: [],
    pressedButton: 0,
    activate: null,
    shownBefore: [],
    revealed: [],
    opened: [],
    folderDialogs: [],
    chosenFolder: null,
    chosenFile: null,
    bundle: '/Applications/Tandem.app',
    moveFailure: null,
    loginItem: { openAtLogin: false, wasOpenedAtLogin: false, executableWillLaunchAtLogin: false },
  };
  const windows: WindowDouble[] = [];
  const signals = new EventEmitter();
  const app = new AppDouble(system, windows, signals);
  const onceReady = (what: string): void => {
    if (system.ready !== null) throw new Error(`${what} can only be used after the app is ready`);
  };
  const trays: TrayDouble[] = [];
  const notifications: NotificationDouble[] = [];
  const ipcMain = new IpcMainDouble();
  const nativeTheme = Object.assign(new EventEmitter(), {
    shouldUseDarkColors: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
  });
  const powerMonitor = new EventEmitter();
  const session = new SessionDouble();
  const openedExternally: string[] = [];

  const stand = {
    app,
    ipcMain,
    nativeTheme,
    powerMonitor,
    session: {
      get defaultSession() {
        onceReady('session');
        return session;
      },
    },
    screen: {
      getAllDisplays: () => {
        onceReady('screen');
        return system.workAreas.map((workArea) => ({ workArea }));
      },
      getDisplayNearestPoint: () => ({ workArea: system.workAreas[0] }),
    },
    shell: {
      openExternal: async (url: string) => void openedExternally.push(url),
      showItemInFolder: (file: string) => system.revealed.push(file),
      openPath: async (file: string) => {
        system.opened.push(file);
        return file.endsWith('.unknown') ? 'No application knows how to open it.' : '';
      },
    },
    dialog: {
      showErrorBox: (...texts: string[]) => system.errorBoxes.push(texts),
      // The optional first argument is the parent window.
      showMessageBox: async (...given: object[]) => {
        onceReady('dialog');
        const question = given.at(-1) as MessageBoxOptions;
        system.questions.push(question);
        const { signal, cancelId } = question;
        // As in Electron: a question whose signal is aborted closes as if it was cancelled.
        const closed = signal === undefined ? [] : [once(signal, 'abort').then(() => cancelId)];
        return { response: await Promise.race([...closed, system.pressedButton]) };
      },
      // The optional first argument is the parent window.
      showOpenDialog: async (...given: object[]) => {
        onceReady('dialog');
        system.folderDialogs.push(given.at(-1) ?? {});
        const filePaths = system.chosenFolder === null ? [] : [system.chosenFolder];
        return { canceled: filePaths.length === 0, filePaths };
      },
      showSaveDialog: async () => {
        onceReady('dialog');
        const filePath = system.chosenFile ?? '';
        system.chosenFile = null;
        return { canceled: filePath === '', filePath };
      },
    },
    nativeImage: { createFromPath: (file: string) => file },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) =>
        Object.assign([...template], { popup: () => void system.openedMenus.push(template) }),
      setApplicationMenu: (menu: MenuItemConstructorOptions[]) => {
        system.appMenu = menu;
      },
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => {
        if (system.ready === null) throw new Error('schemes can only be registered before the app is ready');
        system.privilegedSchemes.push(...schemes);
      },
      handle: (_scheme: string, serve: (request: Request) => Promise<Response>) => {
        onceReady('protocol');
        system.servePage = serve;
      },
    },
    BrowserWindow: class extends WindowDouble {
      static getFocusedWindow(): WindowDouble | null {
        return windows.find((window) => window.isFocused) ?? null;
      }
      constructor(options: BrowserWindowConstructorOptions) {
        onceReady('BrowserWindow');
        super(options);
        windows.push(this);
        this.once('closed', () => queueMicrotask(() => app.noteClosed()));
      }
    },
    Tray: class extends TrayDouble {
      constructor(image: string) {
        onceReady('Tray');
        super(image);
        trays.push(this);
      }
    },
    Notification: class extends NotificationDouble {
      static isSupported(): boolean {
        return system.hasNotifications;
      }
      static handleActivation(callback: (details: ActivationArguments) => void): void {
        system.activate = callback;
      }
      static async getHistory(): Promise<NotificationDouble[]> {
        return system.shownBefore;
      }
      constructor(options: NotificationConstructorOptions) {
        onceReady('Notification');
        super(options);
        notifications.push(this);
      }
    },
  };
  // The only cast from the fake to the module. If the shell used a missing part, the tests would fail.
  const module = stand as unknown as ElectronModule;
  return {
    module,
    app,
    windows,
    trays,
    notifications,
    ipcMain,
    nativeTheme,
    powerMonitor,
    session,
    openedExternally,
    signals,
    signal(name) {
      if (!signals.emit(name)) app.quit();
    },
    endSession() {
      for (const window of windows.filter(({ isClosed }) => !isClosed)) window.emit('session-end', {});
      system.isTerminated = !app.isQuitting;
    },
    system,
  };
}
