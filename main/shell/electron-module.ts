import type * as electron from 'electron';

/** The part of Electron that the shell uses: the module is passed as an argument, so that a test can observe the calls. */
export type ElectronModule = Pick<
  typeof electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
  | 'utilityProcess'
>;
