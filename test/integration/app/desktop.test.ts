import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privatePlace } from '../../../main/account/account-record.ts';
import { findPlaces } from '../../../main/account/places.ts';
import { endedCleanly } from '../../../main/engine/store/database/threads/integrity-check.ts';
import { type DesktopStart, type StartedDesktop, startDesktop } from '../../support/desktop/started-desktop.ts';
import { newToken } from '../../support/desktop/started-tandem.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';

/**
 * The whole desktop application, `main/main.ts` with everything it creates, on a stand-in for Electron: Electron's own parts are in
 * `test/electron`, everything else is real.
 */
let home: string;
let app: StartedDesktop | null = null;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tandem-desktop-app-'));
});
afterEach(async () => {
  await app?.order({ do: 'quit' });
  await app?.ended;
  await rm(home, { recursive: true, force: true });
});

const start = async (args: readonly string[] = [], how: DesktopStart = {}): Promise<StartedDesktop> => {
  const started = startDesktop(home, args, how);
  app = started;
  await eventually('its window is open', async () => (await started.look()).windows.length > 0);
  return started;
};
const inSync = (started: StartedDesktop) =>
  eventually('in sync', async () => (await started.call('status.get', {})).state === 'in_sync');

test('it syncs, uploads files dropped on its icon, restarts after a fault, and quits cleanly', async () => {
  const places = findPlaces({ env: { TANDEM_HOME: home }, platform: process.platform, home, exists: existsSync });
  const first = await start();
  expect(await first.look()).toEqual({ windows: [['tandem-window://app/#/']], trays: 1, notifications: [] });
  await inSync(first);
  expect(await first.call('session.get', {})).toMatchObject({
    host: 'electron',
    can: { chooseFolder: true, tray: true },
  });
  expect(await first.call('update.get', {})).toMatchObject({ state: 'off' });

  const service = privatePlace(places.service);
  const ann = webUser(service, await newToken(places.service, `${userInfo().username}@localhost`));
  await writeFile(path.join(places.syncFolder, 'saved.txt'), 'saved here');
  await eventually('the saved file is on the service', () => ann.find('0', 'saved.txt'));

  const given = path.join(home, 'dropped.txt');
  await writeFile(given, 'dropped on the icon');
  await first.order({ do: 'drop-on-dock', file: given });
  const dropped = path.join(places.syncFolder, 'dropped.txt');
  await eventually('the dropped file is in the folder', () => readFile(dropped, 'utf8').catch(() => null));
  await eventually('the finished upload is announced', async () =>
    (await first.look()).notifications.includes('Upload finished'),
  );

  await first.order({ do: 'make-a-fault' });
  expect(await first.ended).toEqual({ code: 1, relaunch: [expect.stringContaining('main.ts'), '--after-fault=1'] });
  const second = await start(['--after-fault=1']);
  await eventually('it says so', async () => (await second.look()).notifications.includes('Tandem was started again'));
  await inSync(second);
  await writeFile(path.join(places.syncFolder, 'after.txt'), 'after the fault');
  await eventually('it syncs again', () => ann.find('0', 'after.txt'));

  await second.order({ do: 'quit' });
  expect(await second.ended).toEqual({ code: 0, relaunch: null });
  // The private service ended with it.
  await expect(ann.items('0')).rejects.toThrow();
});

test('it has closed its store when Electron terminates it at the end of the session of Windows', async () => {
  const places = findPlaces({ env: { TANDEM_HOME: home }, platform: process.platform, home, exists: existsSync });
  const started = await start();
  await inSync(started);
  await started.order({ do: 'end-session' });
  await started.ended;
  expect(endedCleanly(path.join(places.state, 'engine.db'), 'clean_stop')).toBe(true);
});

test('it outlives the terminal that it was started from, also when it has something to warn of', async () => {
  // Its folder would be inside a synced one, which a start warns of.
  await mkdir(path.join(home, '.tandem'));
  await writeFile(path.join(home, '.tandem', 'root'), '');
  const started = await start([], { isTerminalClosed: true });
  if (process.platform !== 'win32') started.signal('SIGHUP');
  expect(await started.call('root.list', {})).toEqual([]);
  await started.order({ do: 'quit' });
  expect(await started.ended).toEqual({ code: 0, relaunch: null });
});
