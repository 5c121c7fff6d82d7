import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import electron from 'electron';
import { placesHere, shownHome } from './account/places.ts';
import { serviceProgram } from './account/private-service/run-service.ts';
import { chosenLanguage } from './commands/settings/kept-settings.ts';
import { composeClient } from './compose/client.ts';
import { explainStart, failsEveryVersion } from './compose/explain-start.ts';
import { composeReport } from './compose/report.ts';
import { serveElectron } from './ipc/electron-transport.ts';
import { lineLog } from './log.ts';
import { logFile } from './log-file.ts';
import { outliveTerminal } from './lost-terminal.ts';
import { READY } from './run-electron.ts';
import { isPlaceLasting } from './shell/process/lasting-place.ts';
import { followImage, loginItemHere } from './shell/process/login-item.ts';
import { restarter } from './shell/process/restart.ts';
import { systemProxy } from './shell/process/system-proxy.ts';
import { utilityService } from './shell/process/utility-service.ts';
import { runDesktop } from './shell/run-desktop.ts';
import { shellFolders } from './shell/shell.ts';
import { shellTexts } from './shell/texts/shell-texts.ts';
import { findTrayHost, runProgram } from './shell/tray/tray-host.ts';
import { isTrayItemShown } from './shell/tray/tray-item.ts';
import { isInstalledCopy } from './shell/updates/installed-copy.ts';
import { isSignedFeed } from './shell/updates/signed-feed.ts';
import { openUpdateTrial } from './shell/updates/update-trial.ts';
import { keepHeapSmall } from './small-heap.ts';
import { trustSystemCertificates } from './system-certificates.ts';

/** The desktop application: the shell with the engine and its commands. */
keepHeapSmall();
outliveTerminal(process);
const places = placesHere();
const { app } = electron;
const { platform, execPath } = process;
// An AppImage is mounted only while it runs, so the next start must be that of the image file.
const image = process.env['APPIMAGE'] ?? null;
const program = image ?? execPath;
const autostartFolder = path.join(process.env['XDG_CONFIG_HOME'] || path.join(homedir(), '.config'), 'autostart');
// Without the update key, do not check any feed.
const updateKey = app.isPackaged ? readIfThere(path.join(process.resourcesPath, 'update-key.pem')) : null;
const isLasting = isPlaceLasting({ app, platform });
const copy = { platform, image, execPath, exists: existsSync, isPlaceLasting: isLasting };
const hasFeed =
  isInstalledCopy(copy) && updateKey !== null && existsSync(path.join(process.resourcesPath, 'app-update.yml'));
// From a clone, start immediately so that there is something to see. An installed application asks first.
const asksFirst = app.isPackaged || process.argv.includes('--welcome');
// Read once: menus, tray and notifications keep one language while the application runs.
const chosen = chosenLanguage(places.state);
const texts = shellTexts(chosen === null ? app.getPreferredSystemLanguages() : [chosen]);
const isFlatpak = process.env['FLATPAK_ID'] !== undefined;
const trayPid = isFlatpak ? null : process.pid;
const toFile = logFile(places.state);
const log = lineLog(
  (line) => {
    process.stderr.write(`${line}\n`);
    toFile(line);
  },
  'warn',
  Date.now,
);
const warn = (message: string, cause?: unknown): void => {
  if (cause instanceof Error) log.error(message, cause);
  else log.warn(message, cause === undefined ? undefined : { cause });
};

trustSystemCertificates(warn);
// `npm start` opens the window elsewhere if Electron fails before this.
void app.whenReady().then(() => process.send?.(READY));

// Not awaited: Electron becomes ready only after this module has finished.
runDesktop({
  electron,
  platform,
  folders: shellFolders(path.resolve(import.meta.dirname, '../..'), path.join(places.state, 'desktop')),
  profileFolder: path.join(places.state, 'desktop', 'profile'),
  hasTrayHost: (isAtLogin) => findTrayHost(platform, { tries: isAtLogin ? 15 : 1 }),
  isTrayShown: async () => platform !== 'linux' || isTrayItemShown({ pid: trayPid, run: runProgram }),
  deviceName: hostname(),
  homePath: shownHome(platform, homedir()),
  now: () => new Date(),
  warn,
  texts,
  report: (problem) => composeReport(places.state, null, [problem]),
  updateTrial: openUpdateTrial({
    folder: path.join(places.state, 'desktop'),
    version: app.getVersion(),
    image,
    warn,
  }),
  followImage: (renamed) => followImage(autostartFolder, renamed),
  startEngine: (host) =>
    composeClient({
      places,
      host,
      log,
      asksFirst,
      runService: utilityService(electron, serviceProgram, warn),
      systemProxy: systemProxy(electron),
    }),
  explain: explainStart,
  failsEveryVersion,
  serveWindow: ({ handlers, feeds }, isTrustedSender) =>
    serveElectron({
      ipcMain: electron.ipcMain,
      served: { handlers, feeds, reportBug: (command, cause) => warn(`${command} failed`, cause) },
      isTrustedSender,
    }),
  loginItem: loginItemHere(
    { app, platform, program, autostartFolder, programFile: path.join(places.state, 'desktop', 'login-item') },
    { isPackaged: app.isPackaged, isFlatpak, isPlaceLasting: isLasting },
  ),
  loadUpdater: hasFeed ? async () => (await import('electron-updater')).default.autoUpdater : null,
  isOurUpdate: (version) => updateKey !== null && isSignedFeed(version, updateKey),
  // The package manager installs system packages and asks for a password.
  installsOnQuit: platform !== 'linux' || image !== null,
  signals: process,
  args: process.argv,
  workingFolder: process.cwd(),
  restart: restarter({ app, image, program, pid: process.pid }),
  stopLimitMs: 10_000,
}).catch((cause: unknown) => {
  warn('Tandem could not start', cause);
  app.exit(1);
});

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
