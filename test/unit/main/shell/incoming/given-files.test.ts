import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesAmong, takeOpenedFiles } from '../../../../../main/shell/incoming/given-files.ts';
import { PreventableEvent } from '../../../../support/browser/window-double.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-given-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each(['plain.txt', 'with a space & ümlaut 100%.txt', 'archive.asar'])(
  '%s is taken by its path and by the address that a desktop on Linux gives',
  async (name) => {
    const file = path.join(folder, name);
    await writeFile(file, '');
    const start = { folder, isPackaged: true };
    expect(filesAmong(['tandem', file], start)).toEqual([file]);
    expect(filesAmong(['tandem', name], start)).toEqual([file]);
    expect(filesAmong(['tandem', pathToFileURL(file).href], start)).toEqual([file]);
  },
);

test.each([
  'file://another-computer/plain.txt',
  'file:///%00',
  'file:///missing.txt',
  'https://example.com/plain.txt',
  'tandem://home',
  '--at-login',
  'type=click&tag=attention',
])('%s is no file', (arg) => {
  expect(filesAmong(['tandem', arg], { folder, isPackaged: true })).toEqual([]);
});

test('a file that is dropped on the dock is taken, and Electron does nothing else with it', () => {
  const { app, module } = electronDouble();
  const taken: string[] = [];
  takeOpenedFiles(module.app, (file) => taken.push(file));
  const event = new PreventableEvent();
  app.emit('open-file', event, '/home/ann/a.txt');
  expect([taken, event.isPrevented]).toEqual([['/home/ann/a.txt'], true]);
});
