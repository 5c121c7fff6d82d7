import { mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openUpdateTrial, type UpdateTrial } from '../../../../../main/shell/updates/update-trial.ts';

let folder: string;
let image: string;
let warnings: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-trial-'));
  image = path.join(folder, 'Tandem.AppImage');
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A start of a version; each reads what the one before has written. */
const started = (version: string, ofImage: string | null = null): UpdateTrial =>
  openUpdateTrial({ folder, version, image: ofImage, warn: (message) => warnings.push(message) });

/** Installs `version` over the image, as the updater does: the old file goes, another takes its name. */
async function install(version: string): Promise<void> {
  await unlink(image).catch(() => undefined);
  await writeFile(image, version);
}

test('a version that starts well is kept, and its first starts are forgotten', () => {
  started('1.2.0').begin('1.3.0');
  const first = started('1.3.0');
  expect(first.noteStart()).toEqual({ kind: 'none' });
  first.settle();
  for (let start = 0; start < 5; start++) expect(started('1.3.0').noteStart()).toEqual({ kind: 'none' });
  expect(started('1.3.0').isRefused('1.3.0')).toBe(false);
});

test('a version that fails two starts is refused from the third on; another one may still take its place', () => {
  started('1.2.0').begin('1.3.0');
  expect(started('1.3.0').noteStart()).toEqual({ kind: 'none' });
  expect(started('1.3.0').noteStart()).toEqual({ kind: 'none' });
  expect(started('1.3.0').isRefused('1.3.0')).toBe(false);
  expect(started('1.3.0').noteStart()).toEqual({ kind: 'stuck', version: '1.3.0', previous: '1.2.0' });
  expect(started('1.3.0').noteStart()).toEqual({ kind: 'none' });
  expect(['1.3.0', '1.3.1'].map(started('1.3.0').isRefused)).toEqual([true, false]);
});

test('a start that fails for another reason than the version does not count, in a trial or without one', () => {
  started('1.2.0').begin('1.3.0');
  for (let start = 0; start < 3; start++) {
    const trial = started('1.3.0');
    expect(trial.noteStart()).toEqual({ kind: 'none' });
    trial.excuse();
  }
  for (let start = 0; start < 2; start++) expect(started('1.3.0').noteStart()).toEqual({ kind: 'none' });
  const stuck = started('1.3.0');
  expect(stuck.noteStart()).toMatchObject({ kind: 'stuck' });
  stuck.excuse();
  expect(started('1.3.0').isRefused('1.3.0')).toBe(true);
});

test('a version that failed once, and that a person replaced by the one before, is refused', () => {
  started('1.2.0').begin('1.3.0');
  started('1.3.0').noteStart();
  const back = started('1.2.0');
  expect([back.noteStart(), back.isRefused('1.3.0')]).toEqual([{ kind: 'none' }, true]);
});

test('a version that was never put in place is offered again', () => {
  started('1.2.0').begin('1.3.0');
  const back = started('1.2.0');
  expect([back.noteStart(), back.isRefused('1.3.0')]).toEqual([{ kind: 'none' }, false]);
});

test('without an AppImage nothing is kept or put back, and nothing is warned of', async () => {
  started('1.2.0').begin('1.3.0');
  for (let start = 0; start < 3; start++) started('1.3.0').noteStart();
  expect([warnings, await readdir(folder)]).toEqual([[], ['update-trial.json']]);
});

test('a start that is on no trial writes nothing', async () => {
  const update = started('1.2.0', image);
  update.noteStart();
  update.settle();
  expect([warnings, await readdir(folder)]).toEqual([[], []]);
});

test('a damaged file loses only its own record', async () => {
  await writeFile(path.join(folder, 'update-trial.json'), '{"trial":7}');
  expect([started('1.2.0').noteStart(), started('1.2.0').isRefused('1.3.0')]).toEqual([{ kind: 'none' }, false]);
});

describe('an AppImage', () => {
  test('that keeps failing is replaced by the one before, which says so once', async () => {
    await install('1.2.0');
    started('1.2.0', image).begin('1.3.0');
    await install('1.3.0');
    expect(await readFile(path.join(folder, 'previous.AppImage'), 'utf8')).toBe('1.2.0');
    started('1.3.0', image).noteStart();
    started('1.3.0', image).noteStart();
    expect(started('1.3.0', image).noteStart()).toEqual({ kind: 'restored' });
    expect(await readFile(image, 'utf8')).toBe('1.2.0');
    expect(((await stat(image)).mode & 0o777).toString(8)).toBe('755');
    expect(started('1.2.0', image).noteStart()).toEqual({ kind: 'went-back', version: '1.3.0' });
    expect(started('1.2.0', image).noteStart()).toEqual({ kind: 'none' });
    expect([started('1.2.0', image).isRefused('1.3.0'), warnings]).toEqual([true, []]);
  });

  test('that a failed installation has deleted is put back, and nothing is left of the trial', async () => {
    await install('1.2.0');
    const running = started('1.2.0', image);
    expect(running.begin('1.3.0')).toBe(true);
    await unlink(image);
    running.cancel();
    expect([await readFile(image, 'utf8'), (await readdir(folder)).sort()]).toEqual([
      '1.2.0',
      ['Tandem.AppImage', 'update-trial.json'],
    ]);
    expect([started('1.2.0', image).noteStart(), started('1.2.0').isRefused('1.3.0')]).toEqual([
      { kind: 'none' },
      false,
    ]);
  });

  test('that cannot be kept is not to be replaced', () => {
    expect([started('1.2.0', image).begin('1.3.0'), warnings.length]).toEqual([false, 1]);
    expect(started('1.3.0', image).noteStart()).toEqual({ kind: 'none' });
  });

  test('that was taken back, and that a person starts again all the same, says nothing of itself', async () => {
    await install('1.2.0');
    started('1.2.0', image).begin('1.3.0');
    await install('1.3.0');
    for (let start = 0; start < 3; start++) started('1.3.0', image).noteStart();
    expect(started('1.3.0', image).noteStart()).toEqual({ kind: 'none' });
    expect(started('1.2.0', image).noteStart()).toEqual({ kind: 'went-back', version: '1.3.0' });
  });

  test('whose version before is lost after it started well is no trouble', async () => {
    await install('1.2.0');
    started('1.2.0', image).begin('1.3.0');
    await unlink(path.join(folder, 'previous.AppImage'));
    const first = started('1.3.0', image);
    first.noteStart();
    first.settle();
    expect(warnings).toEqual([]);
  });

  test('that starts well leaves nothing of the one before', async () => {
    await install('1.2.0');
    started('1.2.0', image).begin('1.3.0');
    await install('1.3.0');
    const first = started('1.3.0', image);
    first.noteStart();
    first.settle();
    expect((await readdir(folder)).sort()).toEqual(['Tandem.AppImage', 'update-trial.json']);
  });

  test('whose version before is gone says what to install', async () => {
    await install('1.2.0');
    started('1.2.0', image).begin('1.3.0');
    await install('1.3.0');
    await unlink(path.join(folder, 'previous.AppImage'));
    started('1.3.0', image).noteStart();
    started('1.3.0', image).noteStart();
    expect(started('1.3.0', image).noteStart()).toMatchObject({ kind: 'stuck', previous: '1.2.0' });
    expect([await readFile(image, 'utf8'), warnings]).toEqual([
      '1.3.0',
      ['the version before cannot be kept or put back'],
    ]);
  });
});
