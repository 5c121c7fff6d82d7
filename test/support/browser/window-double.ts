import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, ProgressBarOptions } from 'electron';

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

export class ContentsDouble extends EventEmitter {
  readonly mainFrame: { url: string };
  readonly sent: unknown[][] = [];
  reloads = 0;
  openWindow: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  constructor(url: string) {
    super();
    this.mainFrame = { url };
    this.on('did-finish-load', () => {
      this.isLoading = false;
    });
  }
  /** From the start of a load until `did-finish-load`. */
  isLoading = false;
  isLoadingMainFrame(): boolean {
    refuseIf(this.isGone);
    return this.isLoading;
  }
  setWindowOpenHandler(open: (details: { url: string }) => { action: string }): void {
    this.openWindow = open;
  }
  isGone = false;
  isDestroyed(): boolean {
    return this.isGone;
  }
  reload(): void {
    refuseIf(this.isGone);
    this.reloads += 1;
    this.isLoading = true;
  }
  /** As in Electron: the page's process ends, which the window hears. */
  forcefullyCrashRenderer(): void {
    refuseIf(this.isGone);
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  }
  send(...message: unknown[]): void {
    refuseIf(this.isGone);
    this.sent.push(message);
  }
}

/** As in Electron: a window, an icon or a page that is gone refuses every call. */
export function refuseIf(isGone: boolean): void {
  if (isGone) throw new TypeError('Object has been destroyed');
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
  /** The page has a listener that prevents `beforeunload`. */
  isHeld = false;
  #isFullScreen = false;
  bounds = { x: 0, y: 0, width: 800, height: 600 };
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }
  async loadURL(url: string): Promise<void> {
    refuseIf(this.isClosed);
    this.loaded.push(url);
    this.webContents.isLoading = true;
  }
  show(): void {
    refuseIf(this.isClosed);
    const wasHidden = !this.isShown;
    this.isShown = true;
    if (wasHidden) this.emit('show');
  }
  /** What the icon in the dock or taskbar showed, in order. */
  readonly progress: (readonly [fraction: number, mode: string])[] = [];
  setProgressBar(fraction: number, { mode }: ProgressBarOptions = { mode: 'normal' }): void {
    refuseIf(this.isClosed);
    this.progress.push([fraction, mode]);
  }
  isDestroyed(): boolean {
    return this.isClosed;
  }
  hide(): void {
    refuseIf(this.isClosed);
    this.isShown = false;
  }
  isVisible(): boolean {
    refuseIf(this.isClosed);
    return this.isShown;
  }
  setBounds(bounds: WindowDouble['bounds']): void {
    refuseIf(this.isClosed);
    this.bounds = bounds;
  }
  /** As in Electron: closes without asking. */
  destroy(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.webContents.isGone = true;
    this.webContents.emit('destroyed');
    this.emit('closed');
  }
  focus(): void {
    refuseIf(this.isClosed);
    this.isFocused = true;
  }
  maximize(): void {
    refuseIf(this.isClosed);
    this.isMaximizedNow = true;
  }
  isMaximized(): boolean {
    refuseIf(this.isClosed);
    return this.isMaximizedNow;
  }
  /** As on macOS, where `leave-full-screen` follows later. */
  setFullScreen(isFull: boolean): void {
    refuseIf(this.isClosed);
    this.#isFullScreen = isFull;
  }
  isFullScreen(): boolean {
    return this.#isFullScreen;
  }
  minimize(): void {
    refuseIf(this.isClosed);
    this.isMinimizedNow = true;
  }
  isMinimized(): boolean {
    refuseIf(this.isClosed);
    return this.isMinimizedNow;
  }
  restore(): void {
    refuseIf(this.isClosed);
    this.isMinimizedNow = false;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    refuseIf(this.isClosed);
    return this.bounds;
  }
  /** The person closes the window. As in Electron: its page can keep it open, and no one is asked. */
  close(): void {
    if (this.isClosed) return;
    const event = new PreventableEvent();
    this.emit('close', event);
    if (event.isPrevented || (this.isHeld && !this.#leavesAnyway())) return;
    this.destroy();
  }
  #leavesAnyway(): boolean {
    const event = new PreventableEvent();
    this.webContents.emit('will-prevent-unload', event);
    return event.isPrevented;
  }
}
