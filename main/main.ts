import { homedir, hostname } from 'node:os';
import path from 'node:path';
import electron from 'electron';
import { findPlaces, shownHome } from './account/places.ts';
import { composeClient } from './compose-client.ts';
import { serveElectron } from './ipc/electron-transport.ts';
import { lineLog } from './log.ts';
import { runDesktop } from './shell/run-desktop.ts';
import { shellFolders } from './shell/shell.ts';
import { keepHeapSmall } from './small-heap.ts';

/** The desktop application: the shell, and in it the engine and its commands. */
keepHeapSmall();
const places = findPlaces({ env: process.env, platform: process.platform, home: homedir() });
const log = lineLog((line) => void process.stderr.write(`${line}\n`), 'warn', Date.now);
const warn = (message: string, cause?: unknown): void => {
  process.stderr.write(
    cause === undefined
      ? `${message}\n`
      : `${message}: ${cause instanceof Error ? cause.message : JSON.stringify(cause)}\n`,
  );
};

// Not awaited here: Electron becomes ready only once this module has run to its end.
runDesktop({
  electron,
  platform: process.platform,
  folders: shellFolders(path.resolve(import.meta.dirname, '../..'), path.join(places.state, 'desktop')),
  deviceName: hostname(),
  homePath: shownHome(process.platform, homedir()),
  now: () => new Date(),
  warn,
  startEngine: (host) => composeClient({ places, host, log }),
  serveWindow: ({ handlers, feeds }, isTrustedSender) =>
    serveElectron({
      ipcMain: electron.ipcMain,
      served: { handlers, feeds, reportBug: (command, cause) => warn(`${command} failed`, cause) },
      isTrustedSender,
    }),
  signals: process,
  args: process.argv,
  stopLimitMs: 10_000,
}).catch((cause: unknown) => {
  warn('Tandem could not start', cause);
  electron.app.exit(1);
});
