import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readAccount } from '../../../../main/account/account-record.ts';
import { AccountError } from '../../../../main/account/find-account.ts';
import { PrivateServiceError } from '../../../../main/account/private-service/private-service.ts';
import { type DesktopParts, runDesktop } from '../../../../main/shell/run-desktop.ts';
import { shellTexts } from '../../../../main/shell/texts/shell-texts.ts';
import { openUpdateTrial, type TrialFinding, type UpdateTrial } from '../../../../main/shell/updates/update-trial.ts';
import { desktopParts } from '../../../support/desktop/desktop-parts.ts';
import { type ElectronDouble, electronDouble } from '../../../support/desktop/electron-double.ts';
import { type SeamDouble, seamDouble } from '../../../support/desktop/seam-double.ts';

let own: string;
let electron: ElectronDouble;
let seam: SeamDouble;
let happened: string[];

beforeEach(async () => {
  own = await mkdtemp(path.join(tmpdir(), 'tandem-desktop-'));
  electron = electronDouble('starting');
  seam = seamDouble({ 'activity.list': { ok: true, value: { entries: [], more: false } } });
  happened = [];
});
afterEach(async () => {
  await rm(own, { recursive: true, force: true });
});

const trial = (): UpdateTrial => desktopParts({ own, electron, seam, happened }).updateTrial;
const desktop = (part: Partial<DesktopParts> = {}): Promise<void> =>
  runDesktop({ ...desktopParts({ own, electron, seam, happened }), ...part });

describe('a desktop application that could not start', () => {
  test('says why it could not start, and ends with 1', async () => {
    await desktop({ startEngine: () => Promise.reject(new Error('The state folder is in use.')) });
    expect(electron.system.questions).toMatchObject([
      {
        type: 'error',
        message: 'Tandem could not start',
        detail: expect.stringContaining('The state folder is in use.'),
        buttons: ['Close', 'Save a report'],
      },
    ]);
    expect([electron.app.exitCode, electron.windows.length]).toEqual([1, 0]);
    expect(await readdir(own)).toEqual(['profile']);
  });

  test('says why it could not start where its profile cannot be written', async () => {
    await writeFile(path.join(own, 'profile'), 'a file in its place');
    await desktop();
    expect(electron.system.questions).toMatchObject([
      { message: 'Tandem could not start', detail: expect.stringContaining('profile') },
    ]);
    expect([electron.app.exitCode, happened]).toEqual([1, [expect.stringContaining('start')]]);
  });

  test('says why it could not start where its tray or window fails, and stops the engine first', async () => {
    await desktop({ hasTrayHost: () => Promise.reject(new Error('no bus')) });
    expect(electron.system.questions).toMatchObject([{ detail: expect.stringContaining('no bus') }]);
    expect([electron.app.exitCode, happened]).toEqual([1, ['engine started', expect.any(String), 'engine stopped']]);
  });

  test.each([
    [['en'], 'ENOSPC', 'is full', 'Free up some space'],
    [['de'], 'ENOSPC', 'ist voll', 'Schaffen Sie Platz'],
    [['en'], 'EROFS', 'can’t be written to', 'permissions'],
  ])('says in %s why it could not start, without the words of the system: %s', async (languages, code, why, fix) => {
    const cause = Object.assign(new Error(`${code}: mkdir '/home/ann'`), { code });
    await desktop({ texts: shellTexts(languages), startEngine: () => Promise.reject(cause) });
    const detail = String(electron.system.questions[0]?.detail);
    expect(detail).toContain(why);
    expect(detail).toContain(fix);
    expect(detail).not.toContain(code);
  });

  test.each([
    [['en'], 'is damaged', 'Delete it and start Tandem again.'],
    [['de'], 'ist beschädigt', 'Löschen Sie sie, und starten Sie Tandem neu.'],
  ])(
    'says in %s that its account file is damaged, without commands that it does not have',
    async (languages, why, fix) => {
      await writeFile(path.join(own, 'account.json'), '{');
      const startEngine = async () => {
        await readAccount(own);
        throw new Error('not damaged');
      };
      await desktop({ texts: shellTexts(languages), startEngine });
      const detail = String(electron.system.questions[0]?.detail);
      expect(detail).toContain(why);
      expect(detail).toContain(fix);
      expect(detail).not.toMatch(/tandem login|npm start/);
    },
  );

  test('says what the private service said, and what to do about it', async () => {
    await desktop({ startEngine: () => Promise.reject(new PrivateServiceError('The database is damaged.')) });
    expect(electron.system.questions[0]?.detail).toContain('The database is damaged.');
  });

  test('is not started again by an error while it says so', async () => {
    const [closed, signals] = [Promise.withResolvers<{ response: number }>(), new EventEmitter()];
    const asked = vi.spyOn(electron.module.dialog, 'showMessageBox').mockReturnValue(closed.promise as never);
    const running = desktop({ signals, startEngine: () => Promise.reject(new Error('The state folder is in use.')) });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    signals.emit('unhandledRejection', new Error('bug'));
    // Nothing is left to stop, so a restart would need no more than this.
    await immediate();
    closed.resolve({ response: 0 });
    await running;
    expect([electron.app.relaunches, electron.app.exitCode]).toEqual([[], 1]);
    expect(happened.at(-1)).toBe('uncaught error');
  });

  test('saves a report on the desktop when the person asks for one', async () => {
    electron.system.pressedButton = 1;
    electron.app.paths['desktop'] = own;
    await desktop({ startEngine: () => Promise.reject(new Error('The state folder is in use.')) });
    const file = path.join(own, 'Tandem report 1970-01-01 00-00-00.json');
    expect(await readFile(file, 'utf8')).toContain('a report of: Tandem could not start: The state folder is in use.');
    expect([electron.system.revealed, electron.app.exitCode]).toEqual([[file], 1]);
  });

  test.each([
    [
      'saves it where the person chooses',
      (folder: string) => path.join(folder, 'report.json'),
      ['Tandem could not start', 'The report could not be saved'],
    ],
    [
      'asks again where that fails too, and ends once the person gives up',
      (folder: string) => path.join(folder, 'profile'),
      ['Tandem could not start', 'The report could not be saved', 'The report could not be saved'],
    ],
  ])('that can save no report on the desktop %s', async (_what, fileIn, messages) => {
    electron.system.pressedButton = 1;
    electron.system.chosenFile = fileIn(own);
    await desktop({ startEngine: () => Promise.reject(new Error('The state folder is in use.')) });
    expect(electron.system.questions.map(({ message }) => message)).toEqual(messages);
    expect(electron.system.revealed).toEqual(messages.length === 2 ? [fileIn(own)] : []);
    expect(electron.app.exitCode).toBe(1);
  });

  test('whose report cannot be made saves the problem alone', async () => {
    electron.system.pressedButton = 1;
    electron.app.paths['desktop'] = own;
    const report = () => Promise.reject(new Error('disk'));
    await desktop({ report, startEngine: () => Promise.reject(new Error('The state folder is in use.')) });
    const [file = ''] = electron.system.revealed;
    expect(await readFile(file, 'utf8')).toContain('Tandem could not start: The state folder is in use.');
  });
});

describe('a newer version that does not start', () => {
  const finds = (finding: TrialFinding): UpdateTrial => ({ ...trial(), noteStart: () => finding });

  test('is started again as the version before, once that is in its place', async () => {
    await desktop({ updateTrial: finds({ kind: 'restored' }), args: ['tandem', '--at-login'] });
    expect(electron.app.relaunches).toEqual([{ args: ['--at-login'] }]);
    expect([electron.app.exitCode, happened]).toEqual([0, []]);
  });

  test('is said by the version before', async () => {
    await desktop({ updateTrial: finds({ kind: 'went-back', version: '1.3.0' }) });
    expect(electron.notifications[0]?.options.title).toBe('Tandem 1.3.0 did not start');
  });

  test('says what to install where it cannot go back by itself, and tries all the same', async () => {
    await desktop({ updateTrial: finds({ kind: 'stuck', version: '1.3.0', previous: '1.2.3' }) });
    expect(electron.system.questions).toMatchObject([
      { message: 'Tandem 1.3.0 did not start', detail: expect.stringContaining('Install version 1.2.3 again') },
    ]);
    expect(happened).toEqual(['engine started']);
  });

  /** The newer version as a process of its own, with the trial that the one before left. */
  const startNewer = async (cause: Error | null): Promise<UpdateTrial> => {
    electron = electronDouble('starting');
    const updateTrial = openUpdateTrial({ folder: own, version: '1.3.0', image: null, warn: () => undefined });
    await desktop(cause === null ? { updateTrial } : { updateTrial, startEngine: () => Promise.reject(cause) });
    return updateTrial;
  };

  test.each([
    Object.assign(new Error('full'), { code: 'ENOSPC' }),
    Object.assign(new Error('read-only'), { code: 'EROFS' }),
    Object.assign(new Error('in use'), { remedy: 'End that one, or use another state folder.' }),
    new AccountError('usage', 'The address is wrong.', 'Give another.'),
    new PrivateServiceError('Another process uses this data folder.', 78),
  ])('is not blamed for what any version would fail for: %s', async (cause) => {
    trial().begin('1.3.0');
    for (let start = 0; start < 3; start++) await startNewer(cause);
    expect((await startNewer(null)).isRefused('1.3.0')).toBe(false);
    expect([electron.system.questions, electron.windows.length]).toEqual([[], 1]);
  });

  test.each([
    new Error('bug'),
    new PrivateServiceError('Failed: the database has an unknown table.', 70),
    new PrivateServiceError('Error: bug\n    at start (service/cli.js:1:1)', 1),
  ])('is blamed for faults, also of its service: %s', async (cause) => {
    trial().begin('1.3.0');
    for (let start = 0; start < 2; start++) await startNewer(cause);
    expect((await startNewer(null)).isRefused('1.3.0')).toBe(true);
  });

  test('is not blamed for starts that a person ended before its window came', async () => {
    trial().begin('1.3.0');
    for (let start = 0; start < 3; start++) {
      electron = electronDouble('starting');
      const hasTrayHost = Promise.withResolvers<boolean>();
      const updateTrial = openUpdateTrial({ folder: own, version: '1.3.0', image: null, warn: () => undefined });
      const running = desktop({ updateTrial, hasTrayHost: () => hasTrayHost.promise });
      await vi.waitFor(() => expect(happened).toContain('engine started'));
      electron.app.quit();
      hasTrayHost.resolve(true);
      await running;
      await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    }
    expect((await startNewer(null)).isRefused('1.3.0')).toBe(false);
  });

  test.each([
    ['soon', 60_000, false],
    ['only after an hour', 3_600_000, true],
  ])('is blamed for starts that hang only if a person waited for them: ended %s', async (_when, afterMs, isBlamed) => {
    trial().begin('1.3.0');
    for (let start = 0; start < 2; start++) {
      [electron, happened] = [electronDouble('starting'), []];
      let nowMs = 0;
      const updateTrial = openUpdateTrial({ folder: own, version: '1.3.0', image: null, warn: () => undefined });
      void desktop({
        updateTrial,
        now: () => new Date(nowMs),
        stopLimitMs: 1,
        startEngine: () => {
          happened.push('engine starting');
          return new Promise(() => undefined);
        },
      });
      await vi.waitFor(() => expect(happened).toEqual(['engine starting']));
      nowMs = afterMs;
      electron.app.quit();
      await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
    }
    const next = openUpdateTrial({ folder: own, version: '1.3.0', image: null, warn: () => undefined });
    expect(next.noteStart().kind).toBe(isBlamed ? 'stuck' : 'none');
  });

  test('has passed its trial once the shell is open, and not when the engine does not start', async () => {
    const settle = vi.fn<() => void>();
    await desktop({ updateTrial: { ...trial(), settle }, startEngine: () => Promise.reject(new Error('disk')) });
    expect(settle).not.toHaveBeenCalled();
    electron = electronDouble('starting');
    await desktop({ updateTrial: { ...trial(), settle } });
    expect(settle).toHaveBeenCalledOnce();
  });
});

test('a person who opens it while it rests after faults does not wait', async () => {
  const running = desktop({ args: ['tandem', '--at-login', '--after-fault=40'] });
  electron.app.emit('second-instance', {}, ['tandem'], own);
  await running;
  expect([happened[0], electron.windows.length]).toEqual(['engine started', 1]);
});

test.each([
  ['open', [], (): void => undefined],
  ['closed', ['--at-login'], () => electron.windows[0]?.close()],
])('after a fault, a window that was %s comes back so', async (_how, expected, change) => {
  const signals = new EventEmitter();
  await desktop({ signals });
  change();
  signals.emit('uncaughtException', new Error('bug'));
  await vi.waitFor(() => expect(electron.app.relaunches).toEqual([{ args: [...expected, '--after-fault=1'] }]));
});
