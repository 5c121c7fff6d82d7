import { generateKeyPairSync, sign } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { type FeedInfo, feedBytes, isSignedFeed } from '../../../../../main/shell/updates/signed-feed.ts';
import { type NextStart, openUpdates, type Updater, type Updates } from '../../../../../main/shell/updates/updates.ts';
import type { UpdateState } from '../../../../../preload/ipc/shapes/desktop.ts';

/** A stand-in for electron-updater: it records its calls, and a test makes it report its findings. */
class UpdaterDouble extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = true;
  autoRunAppAfterInstall = true;
  logger: unknown = console;
  looks = 0;
  downloads = 0;
  readonly installs: unknown[][] = [];
  failure: Error | null = null;
  async checkForUpdates(): Promise<null> {
    this.looks += 1;
    if (this.failure !== null) throw this.failure;
    return null;
  }
  async downloadUpdate(): Promise<string[]> {
    this.downloads += 1;
    return [];
  }
  quitAndInstall(...how: unknown[]): void {
    this.installs.push(how);
  }
}

const keys = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The entry of a version in a feed, signed with our key. */
function signed(version: string): FeedInfo {
  const info = { version, files: [{ url: `Tandem-${version}.exe`, sha512: 'digest' }] };
  return { ...info, signature: sign(null, feedBytes(info), keys.privateKey).toString('base64') };
}

let updater: UpdaterDouble;
let loads: number;
let refused: string[];
let isRestartRefused: boolean;
let isKept: boolean;
let tried: string[];
let happened: string[];
let said: UpdateState['state'][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  updater = new UpdaterDouble();
  loads = 0;
  refused = [];
  isRestartRefused = false;
  isKept = true;
  tried = [];
  happened = [];
  said = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const load = async (): Promise<Updater> => {
  loads += 1;
  return updater as unknown as Updater;
};
const open = (given: (() => Promise<Updater>) | null = load, installsOnQuit = true): Updates => {
  const updates = openUpdates({
    load: given,
    isOurs: (version) => isSignedFeed(version, keys.publicKey),
    installsOnQuit,
    followImage: (image) => {
      happened.push(`moved to ${image}`);
      if (image.includes('read-only')) throw new Error('EROFS');
    },
    trial: {
      isRefused: (version) => refused.includes(version),
      begin: (version) => {
        tried.push(version);
        return isKept;
      },
      cancel: () => happened.push('the old version is put back'),
    },
    mayRestart: (restart) => (isRestartRefused ? happened.push('kept') : restart()),
    quit: () => happened.push('quit'),
    warn: (message) => happened.push(message),
    texts: shellTexts([]),
  });
  updates.subscribe(({ state }) => said.push(state));
  return updates;
};
const nextStart = (isAsked: boolean): NextStart => ({ isAsked, start: () => happened.push('started again') });
const look = () => vi.advanceTimersByTimeAsync(60_000);
const laterLook = () => vi.advanceTimersByTimeAsync(6 * 60 * 60_000);

test('without a feed nothing is looked for, and leaving just quits', async () => {
  const updates = open(null);
  await laterLook();
  expect([updates.state().state, updates.install()]).toEqual(['off', false]);
  updates.leave(nextStart(false));
  expect(happened).toEqual(['quit']);
});

test('it looks after the start and every few hours, with one updater, which neither fetches nor installs by itself', async () => {
  const updates = open();
  expect(loads).toBe(0);
  await look();
  expect([loads, updater.looks]).toEqual([1, 1]);
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, logger: null });
  updater.emit('checking-for-update');
  updater.emit('update-not-available', { version: '1.0.0' });
  await laterLook();
  expect([loads, updater.looks]).toEqual([1, 2]);
  expect(said).toEqual(['idle', 'checking', 'idle']);
  updates.close();
  await laterLook();
  expect(updater.looks).toBe(2);
});

test('a newer version is fetched, then waits for the person; it is put in place as the last act, and started again', async () => {
  const updates = open();
  await look();
  updater.emit('update-available', signed('1.3.0'));
  updater.emit('download-progress', { percent: 40 });
  expect(updates.state()).toEqual({ state: 'downloading', version: '1.3.0', share: 0.4, sentence: null });
  expect(updates.install()).toBe(false);
  updater.emit('update-downloaded', { version: '1.3.0' });
  expect(updates.state()).toEqual({ state: 'ready', version: '1.3.0', share: null, sentence: null });
  await laterLook();
  expect(updater.looks).toBe(1);

  expect(updates.install()).toBe(true);
  expect([happened, updater.installs]).toEqual([['quit'], []]);
  updates.leave(nextStart(false));
  expect(updater.installs).toEqual([[true, true]]);
});

test('an AppImage that gets another name while it is put in place is followed, and what fails there stops nothing', async () => {
  open();
  await look();
  updater.emit('appimage-filename-updated', '/home/ann/Tandem-1.3.0.AppImage');
  updater.emit('appimage-filename-updated', '/read-only/Tandem-1.3.0.AppImage');
  expect(happened).toEqual([
    'moved to /home/ann/Tandem-1.3.0.AppImage',
    'moved to /read-only/Tandem-1.3.0.AppImage',
    'the login item was not renewed',
  ]);
});

test.each([
  ['without a signature', (info: FeedInfo) => ({ ...info, signature: undefined })],
  ['with the signature of another key', (info: FeedInfo) => ({ ...info, signature: 'AAAA' })],
  ['with another file', (info: FeedInfo) => ({ ...info, files: [{ url: 'evil.exe', sha512: 'digest' }] })],
  ['with another digest', (info: FeedInfo) => ({ ...info, files: [{ url: 'Tandem-1.3.0.exe', sha512: 'other' }] })],
  ['as another version', (info: FeedInfo) => ({ ...info, version: '9.9.9' })],
])('a version that the feed names %s is never fetched', async (_how, change) => {
  const updates = open();
  await look();
  updater.emit('update-available', change(signed('1.3.0')));
  expect(updater.downloads).toBe(0);
  expect(updates.state()).toMatchObject({ state: 'failed', sentence: expect.stringContaining('not signed') });
  updater.emit('update-available', signed('1.3.0'));
  expect([updater.downloads, updates.state().state]).toEqual([1, 'downloading']);
});

const asked = async (): Promise<Updates> => {
  const updates = open();
  await look();
  updater.emit('update-downloaded', { version: '1.3.0' });
  updates.install();
  happened = [];
  return updates;
};

test.each([
  ['says so', () => updater.emit('error', new Error('no right to write')), ['the old version is put back']],
  ['does nothing at all', () => vi.advanceTimersByTime(60_000), []],
])(
  'after a restart that was asked for, the old version starts again if an installer %s',
  async (_what, fail, first) => {
    const updates = await asked();
    updates.leave(nextStart(false));
    expect(happened).toEqual([]);
    fail();
    expect(happened).toEqual([...first, 'the newer version was not installed', 'started again', 'quit']);
  },
);

test('after a restart that was asked for, the old version starts again if the installer cannot be started', async () => {
  const updates = await asked();
  vi.spyOn(updater, 'quitAndInstall').mockImplementation(() => {
    throw new Error('spawn EACCES');
  });
  updates.leave(nextStart(false));
  expect(happened).toEqual([
    'the old version is put back',
    'the newer version was not installed',
    'started again',
    'quit',
  ]);
});

test('a version is not installed if the old one cannot be kept', async () => {
  isKept = false;
  const updates = await asked();
  updates.leave(nextStart(false));
  expect(happened).toEqual(['the newer version was not installed', 'started again', 'quit']);
  expect(updater.installs).toEqual([]);
});

test('a restart that was asked for happens even if the newer version is lost while the application quits', async () => {
  const updates = await asked();
  updater.emit('error', new Error('the feed is damaged'));
  updates.leave(nextStart(false));
  expect([happened, updater.installs]).toEqual([['started again', 'quit'], []]);
});

test('when a person quits, the newer version is installed, on trial, and not started', async () => {
  const updates = open();
  await look();
  updater.emit('update-downloaded', { version: '1.3.0' });
  updates.leave(nextStart(false));
  expect([happened, tried, updater.installs]).toEqual([[], ['1.3.0'], [[true, false]]]);
  // On macOS.
  expect(updater.autoRunAppAfterInstall).toBe(false);
});

test('when a person quits, an installer that does nothing at all keeps the application from ending only for a minute', async () => {
  const updates = open();
  await look();
  updater.emit('update-downloaded', { version: '1.3.0' });
  updates.leave(nextStart(false));
  vi.advanceTimersByTime(60_000);
  expect(happened).toEqual(['the newer version was not installed', 'quit']);
});

test.each([
  Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }),
  new Error('net::ERR_INTERNET_DISCONNECTED'),
  new Error('net::ERR_CONNECTION_TIMED_OUT'),
])('without a line nothing is wrong: %s', async (failure) => {
  updater.failure = failure;
  const updates = open();
  await look();
  updater.emit('error', failure);
  expect([updates.state().state, happened]).toEqual(['idle', []]);
  await laterLook();
  expect(updater.looks).toBe(2);
});

test('a feed that answers nonsense is said calmly, and tried again', async () => {
  updater.failure = new Error('Cannot parse releases feed');
  const updates = open();
  await look();
  expect(updates.state()).toMatchObject({ state: 'failed', sentence: expect.stringContaining('tries again') });
  expect(happened).toEqual(['looking for a newer version failed']);
  updater.failure = null;
  await laterLook();
  updater.emit('update-not-available', { version: '1.0.0' });
  expect(updates.state().state).toBe('idle');
});

test('a version that did not start here is not fetched again, and a newer one is', async () => {
  refused = ['1.3.0'];
  const updates = open();
  await look();
  updater.emit('update-available', signed('1.3.0'));
  expect(updates.state()).toMatchObject({ state: 'failed', sentence: expect.stringContaining('1.3.0 did not start') });
  updater.emit('update-available', signed('1.3.1'));
  expect([updater.downloads, updates.state().state]).toEqual([1, 'downloading']);
});

test('a restart that the person refuses changes nothing: the version is installed at the end', async () => {
  isRestartRefused = true;
  const updates = await asked();
  expect(updates.state().state).toBe('ready');
  updates.leave(nextStart(false));
  expect([happened, updater.installs]).toEqual([[], [[true, false]]]);
});

test('a person who starts it again while it quits gets the version that is installed meanwhile', async () => {
  const updates = open();
  await look();
  updater.emit('update-downloaded', { version: '1.3.0' });
  updates.leave(nextStart(true));
  expect([happened, tried, updater.installs]).toEqual([[], ['1.3.0'], [[true, true]]]);
  updater.emit('error', new Error('no right to write'));
  expect(happened).toEqual([
    'the old version is put back',
    'the newer version was not installed',
    'started again',
    'quit',
  ]);
});

test.each([
  ['there is no newer version', true, false, ['started again', 'quit']],
  ['the newer one waits for a password', false, true, ['started again', 'quit']],
  ['the session ends', true, true, ['quit']],
])(
  'a start while it quits is the next one, unless the session ends: %s',
  async (why, installsOnQuit, isReady, expected) => {
    const updates = open(load, installsOnQuit);
    await look();
    if (isReady) updater.emit('update-downloaded', { version: '1.3.0' });
    updates.leave(why === 'the session ends' ? null : nextStart(true));
    expect([happened, updater.installs]).toEqual([expected, []]);
  },
);

test.each([
  ['asked for', true, true, ['1.3.0']],
  ['put in place at the end', true, false, ['1.3.0']],
  ['of a system package, asked for', false, true, ['1.3.0']],
  ['of a system package, not asked for', false, false, []],
])('a version that is about to be installed is on trial: %s', async (_what, installsOnQuit, isAsked, expected) => {
  const updates = open(load, installsOnQuit);
  await look();
  updater.emit('update-downloaded', { version: '1.3.0' });
  if (isAsked) updates.install();
  updates.leave(nextStart(false));
  expect(tried).toEqual(expected);
});

test('at the end of the session nothing is installed: it would be cut off', async () => {
  const updates = await asked();
  updates.leave(null);
  expect([updater.installs, tried, happened]).toEqual([[], [], ['quit']]);
});

test('a version that is still being fetched is not on trial when the application ends', async () => {
  const updates = open();
  await look();
  updater.emit('update-available', signed('1.3.0'));
  updates.leave(nextStart(false));
  expect([tried, updater.installs, happened]).toEqual([[], [], ['quit']]);
});

test('a fetch that fails is said, and progress that comes late changes nothing', async () => {
  const updates = open();
  await look();
  updater.emit('update-available', signed('1.3.0'));
  updater.emit('error', new Error('sha512 checksum mismatch'));
  updater.emit('download-progress', { percent: 50 });
  expect(updates.state()).toMatchObject({ state: 'failed', share: null });
});

test('a look that ends in something other than an error is a failure too', async () => {
  const updates = open();
  await look();
  updater.emit('error', 'broken');
  expect(updates.state().state).toBe('failed');
});

test('a removed listener hears nothing', async () => {
  const heard: string[] = [];
  const updates = open();
  const end = updates.subscribe(({ state }) => heard.push(state));
  end();
  await look();
  updater.emit('checking-for-update');
  expect(heard).toEqual(['idle']);
});
