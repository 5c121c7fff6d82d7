import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions } from 'electron';

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
  /** As in Electron: closes without asking. */
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
  minimize(): void {
    this.isMinimizedNow = true;
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
  /** The person closes the window. */
  close(): void {
    const event = new PreventableEvent();
    this.emit('close', event);
    if (event.isPrevented) return;
    this.isClosed = true;
    this.emit('closed');
  }
}
