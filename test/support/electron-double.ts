import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  NotificationConstructorOptions,
  OpenDialogOptions,
  Settings,
} from 'electron';
import type { ElectronModule } from '../../main/shell/electron-module.ts';

/**
 * A stand-in for the electron module: it does as little as Electron would, keeps what it was asked, and lets a test raise
 * the events that the system raises.
 */
export type ElectronDouble = {
  readonly module: ElectronModule;
  readonly app: AppDouble;
  readonly windows: readonly WindowDouble[];
  readonly trays: readonly TrayDouble[];
  readonly notifications: readonly NotificationDouble[];
  readonly ipcMain: IpcMainDouble;
  readonly nativeTheme: EventEmitter & { shouldUseDarkColors: boolean };
  readonly session: SessionDouble;
  /** Addresses that were handed to the system. */
  readonly openedExternally: string[];
  readonly system: SystemDouble;
};

/** What the machine is like; a test changes it before it asks. */
export type SystemDouble = {
  hasTray: boolean;
  hasNotifications: boolean;
  isFirstInstance: boolean;
  workAreas: { x: number; y: number; width: number; height: number }[];
  /** The handler that serves the page, once there is one. */
  servePage: ((request: Request) => Promise<Response>) | null;
  privilegedSchemes: unknown[];
  appMenu: MenuItemConstructorOptions[] | null;
  /** When the application becomes ready. */
  ready: Promise<void>;
  readonly errorBoxes: string[][];
  readonly revealed: string[];
  /** What the system's dialog for a folder was opened with, and what the person chooses in it. */
  readonly folderDialogs: OpenDialogOptions[];
  chosenFolder: string | null;
  /** What the system does when a person signs in to the computer. */
  loginItem: { openAtLogin: boolean; wasOpenedAtLogin: boolean };
};

export class PreventableEvent {
  isPrevented = false;
  readonly url: string;
  constructor(url = '') {
    this.url = url;
  }
  preventDefault(): void {
    this.isPrevented = true;
  }
}

export class AppDouble extends EventEmitter {
  isPackaged = true;
  hasQuit = false;
  exitCode: number | null = null;
  readonly schemes: string[] = [];
  readonly relaunches: object[] = [];
  readonly loginSettings: Settings[] = [];
  userModelId: string | null = null;
  readonly #system: SystemDouble;
  constructor(system: SystemDouble) {
    super();
    this.#system = system;
  }
  requestSingleInstanceLock(): boolean {
    return this.#system.isFirstInstance;
  }
  getPreferredSystemLanguages(): string[] {
    return ['en'];
  }
  getVersion(): string {
    return '1.2.3';
  }
  async whenReady(): Promise<void> {
    await this.#system.ready;
  }
  exit(code: number): void {
    this.exitCode = code;
  }
  relaunch(options: object): void {
    this.relaunches.push(options);
  }
  setAppUserModelId(id: string): void {
    this.userModelId = id;
  }
  getLoginItemSettings(): { openAtLogin: boolean; wasOpenedAtLogin: boolean } {
    return this.#system.loginItem;
  }
  setLoginItemSettings(settings: Settings): void {
    this.loginSettings.push(settings);
    this.#system.loginItem.openAtLogin = settings.openAtLogin ?? false;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.schemes.push(scheme);
    return true;
  }
  /** As in Electron: whoever prevents `before-quit` keeps the application running. */
  quit(): void {
    const event = new PreventableEvent();
    this.emit('before-quit', event);
    if (!event.isPrevented) this.hasQuit = true;
  }
}

export class ContentsDouble extends EventEmitter {
  readonly mainFrame: { url: string };
  readonly sent: unknown[][] = [];
  reloads = 0;
  openWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  constructor(url: string) {
    super();
    this.mainFrame = { url };
  }
  setWindowOpenHandler(open: (details: { url: string }) => { action: string }): void {
    this.openWindow = open;
  }
  isDestroyed(): boolean {
    return false;
  }
  reload(): void {
    this.reloads += 1;
  }
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
}

export class WindowDouble extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents = new ContentsDouble('');
  readonly loaded: string[] = [];
  isShown = false;
  isFocused = false;
  isMaximizedNow = false;
  isMinimizedNow = false;
  isClosed = false;
  bounds = { x: 0, y: 0, width: 800, height: 600 };
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
  }
  show(): void {
    this.isShown = true;
  }
  hide(): void {
    this.isShown = false;
  }
  isVisible(): boolean {
    return this.isShown;
  }
  setBounds(bounds: WindowDouble['bounds']): void {
    this.bounds = bounds;
  }
  /** As in Electron: nobody is asked. */
  destroy(): void {
    this.isClosed = true;
    this.emit('closed');
  }
  focus(): void {
    this.isFocused = true;
  }
  maximize(): void {
    this.isMaximizedNow = true;
  }
  isMaximized(): boolean {
    return this.isMaximizedNow;
  }
  isMinimized(): boolean {
    return this.isMinimizedNow;
  }
  restore(): void {
    this.isMinimizedNow = false;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return this.bounds;
  }
  /** A person closes the window. */
  close(): void {
    const event = new PreventableEvent();
    this.emit('close', event);
    if (event.isPrevented) return;
    this.isClosed = true;
    this.emit('closed');
  }
}

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
    this.images.push(image);
  }
  setToolTip(text: string): void {
    this.toolTips.push(text);
  }
  setContextMenu(menu: MenuItemConstructorOptions[]): void {
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
  isShown = false;
  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show(): void {
    this.isShown = true;
  }
}

export class IpcMainDouble extends EventEmitter {
  readonly handlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
  handle(channel: string, answer: (event: unknown, ...args: unknown[]) => unknown): void {
    this.handlers.set(channel, answer);
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
}

/** Keeps the four doors of a session, to be knocked at. */
export class SessionDouble {
  askPermission: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void = () => undefined;
  checkPermission: () => boolean = () => true;
  checkDevice: () => boolean = () => true;
  askScreen: (request: unknown, answer: (streams: object) => void) => void = () => undefined;
  setPermissionRequestHandler(door: SessionDouble['askPermission']): void {
    this.askPermission = door;
  }
  setPermissionCheckHandler(door: () => boolean): void {
    this.checkPermission = door;
  }
  setDevicePermissionHandler(door: () => boolean): void {
    this.checkDevice = door;
  }
  setDisplayMediaRequestHandler(door: SessionDouble['askScreen']): void {
    this.askScreen = door;
  }
}

export function electronDouble(): ElectronDouble {
  const system: SystemDouble = {
    hasTray: true,
    hasNotifications: true,
    isFirstInstance: true,
    workAreas: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    servePage: null,
    privilegedSchemes: [],
    appMenu: null,
    ready: Promise.resolve(),
    errorBoxes: [],
    revealed: [],
    folderDialogs: [],
    chosenFolder: null,
    loginItem: { openAtLogin: false, wasOpenedAtLogin: false },
  };
  const app = new AppDouble(system);
  const windows: WindowDouble[] = [];
  const trays: TrayDouble[] = [];
  const notifications: NotificationDouble[] = [];
  const ipcMain = new IpcMainDouble();
  const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
  const session = new SessionDouble();
  const openedExternally: string[] = [];

  const stand = {
    app,
    ipcMain,
    nativeTheme,
    session: { defaultSession: session },
    screen: {
      getAllDisplays: () => system.workAreas.map((workArea) => ({ workArea })),
      getDisplayNearestPoint: () => ({ workArea: system.workAreas[0] }),
    },
    shell: {
      openExternal: async (url: string) => void openedExternally.push(url),
      showItemInFolder: (file: string) => system.revealed.push(file),
    },
    dialog: {
      showErrorBox: (...texts: string[]) => system.errorBoxes.push(texts),
      // The window it belongs to comes first, where there is one.
      showOpenDialog: async (...given: object[]) => {
        system.folderDialogs.push(given.at(-1) ?? {});
        const filePaths = system.chosenFolder === null ? [] : [system.chosenFolder];
        return { canceled: filePaths.length === 0, filePaths };
      },
    },
    nativeImage: { createFromPath: (file: string) => file },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
      setApplicationMenu: (menu: MenuItemConstructorOptions[]) => {
        system.appMenu = menu;
      },
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => system.privilegedSchemes.push(...schemes),
      handle: (_scheme: string, serve: (request: Request) => Promise<Response>) => {
        system.servePage = serve;
      },
    },
    BrowserWindow: class extends WindowDouble {
      static getFocusedWindow(): WindowDouble | null {
        return windows.find((window) => window.isFocused) ?? null;
      }
      constructor(options: BrowserWindowConstructorOptions) {
        super(options);
        windows.push(this);
      }
    },
    Tray: class extends TrayDouble {
      constructor(image: string) {
        if (!system.hasTray) throw new Error('no notification area');
        super(image);
        trays.push(this);
      }
    },
    Notification: class extends NotificationDouble {
      static isSupported(): boolean {
        return system.hasNotifications;
      }
      constructor(options: NotificationConstructorOptions) {
        super(options);
        notifications.push(this);
      }
    },
  };
  // The one place where the stand-in passes for the module: what it lacks, the shell does not use, or the tests fail.
  const module = stand as unknown as ElectronModule;
  return { module, app, windows, trays, notifications, ipcMain, nativeTheme, session, openedExternally, system };
}
