import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DesktopParts, runDesktop } from '../../../../../main/shell/run-desktop.ts';
import { desktopParts } from '../../../../support/desktop/desktop-parts.ts';
import { type ElectronDouble, electronDouble } from '../../../../support/desktop/electron-double.ts';
import { seamDouble } from '../../../../support/desktop/seam-double.ts';

let own: string;
let electron: ElectronDouble;
let happened: string[];

const IN_IMAGE = '/Volumes/Tandem/Tandem.app';

/** Another start of the application in its disk image. */
function startAnother(): void {
  electron = electronDouble('starting');
  electron.system.bundle = IN_IMAGE;
  happened = [];
}

beforeEach(async () => {
  own = await mkdtemp(path.join(tmpdir(), 'tandem-place-'));
  startAnother();
});
afterEach(async () => {
  await rm(own, { recursive: true, force: true });
});

const desktop = (part: Partial<DesktopParts> = {}): Promise<void> => {
  const seam = seamDouble({ 'activity.list': { ok: true, value: { entries: [], more: false } } });
  return runDesktop({ ...desktopParts({ own, electron, seam, happened }), platform: 'darwin', ...part });
};

test('an application in its disk image moves to Applications if the person agrees, before its engine starts', async () => {
  electron.system.pressedButton = 1;
  await desktop();
  await vi.waitFor(() => expect(electron.app.hasQuit).toBe(true));
  expect(electron.system.questions).toMatchObject([{ message: 'Move Tandem to the Applications folder?' }]);
  expect([electron.system.bundle, happened, electron.windows]).toEqual(['/Applications/Tandem.app', [], []]);
});

test('an application whose person declines runs where it is, and does not ask again', async () => {
  await desktop();
  expect([electron.system.questions.length, electron.system.bundle, happened]).toEqual([
    1,
    IN_IMAGE,
    ['engine started'],
  ]);
  startAnother();
  await desktop();
  expect([electron.system.questions, happened]).toEqual([[], ['engine started']]);
});

test('an application that cannot be moved says what to do, runs where it is, and asks again', async () => {
  for (let start = 0; start < 2; start++) {
    startAnother();
    electron.system.pressedButton = 1;
    electron.system.moveFailure = new Error('Failed to copy current bundle to the applications folder');
    await desktop();
    expect(electron.system.questions).toHaveLength(1);
    expect(electron.system.errorBoxes).toEqual([["Tandem couldn't be moved", expect.stringContaining('drag it')]]);
    expect(happened.at(-1)).toBe('engine started');
  }
});

test.each([
  ['in Applications', (): void => void (electron.system.bundle = '/Applications/Tandem.app'), 'darwin'],
  ['from a clone', (): void => void (electron.app.isPackaged = false), 'darwin'],
  ['on another system', (): void => undefined, 'win32'],
] as const)('an application %s is not asked to move', async (_where, change, platform) => {
  change();
  await desktop({ platform });
  expect([electron.system.questions, happened]).toEqual([[], ['engine started']]);
});
