import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FileSystem, FileSystemError } from '../../../../../main/engine/ports/file-system.ts';
import { otherSyncApp } from '../../../../../main/engine/recover/other-sync-apps.ts';
import { realDisk } from '../../../../support/engine/real-disk.ts';

const real = realDisk();

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-other-')));
  await mkdir(at('a/files'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (path: string): string => join(folder, path);
const find = (path = 'a/files', change: Partial<FileSystem> = {}) => otherSyncApp({ ...real, ...change }, at(path));

async function put(path: string, kind: 'file' | 'folder'): Promise<void> {
  await mkdir(kind === 'folder' ? at(path) : dirname(at(path)), { recursive: true });
  if (kind === 'file') await writeFile(at(path), '');
}

describe('[P58] [E86] the mark of another sync app', () => {
  test.each([
    ['Syncthing', 'folder', '.stfolder'],
    ['Dropbox', 'file', '.dropbox'],
    ['Dropbox', 'folder', '.dropbox.cache'],
    ['Resilio Sync', 'folder', '.sync'],
    ['Nextcloud', 'file', '.nextcloudsync.log'],
    ['ownCloud', 'file', '.owncloudsync.log'],
    ['OneDrive', 'file', '.849C9593-D756-4E56-8D6E-42412F2A707B'],
    ['Google Drive', 'folder', '.tmp.driveupload'],
    ['Google Drive', 'folder', '.tmp.drivedownload'],
    ['MEGA', 'file', '.megaignore'],
    ['Synology Drive', 'folder', '.SynologyWorkingDirectory'],
    ['Insync', 'folder', '.insync-trash'],
    ['Tresorit', 'folder', '.tresorit'],
  ] as const)('%s: a %s %s, and nothing else of that name', async (app, kind, name) => {
    await put(`a/files/${name}`, kind === 'file' ? 'folder' : 'file');
    expect(await find()).toBeNull();
    await rm(at(`a/files/${name}`), { recursive: true });
    await put(`a/files/${name}`, kind);
    expect(await find()).toEqual({ app, path: at('a/files') });
  });

  test.each([
    ['._sync_0f1e2d3c4b5a.db', true],
    ['.sync_0f1e2d.db', true],
    ['_sync_0f1e2d.db', true],
    ['sync_0f1e2d.db', true],
    ['.sync_0f1e2.db', false],
    ['.sync_photos.db', false],
    ['.sync_0f1e2d.db-wal', false],
    ['my sync_0f1e2d.db', false],
    ['.sync_0f1e2dxdb', false],
  ])('the database of Nextcloud or ownCloud, whose name has a number: %s is one: %s', async (name, isOne) => {
    await put(`a/files/${name}`, 'file');
    expect(await find()).toEqual(isOne ? { app: 'Nextcloud or ownCloud', path: at('a/files') } : null);
  });

  test.each([
    ['Library/CloudStorage', { app: 'A cloud drive', path: '' }],
    ['Library/CloudStorage/Box', { app: 'A cloud drive', path: '' }],
    ['Library/Mobile Documents/com~apple~CloudDocs/files', { app: 'iCloud', path: '' }],
    ['Library/CloudStorage of mine', null],
    ['My Library/CloudStorage', null],
    ['Library', null],
    ['Mobile Documents', null],
  ])('a place of macOS that contains only synced files: %s', async (place, expected) => {
    await mkdir(at(place), { recursive: true });
    expect(await find(place)).toEqual(expected === null ? null : { ...expected, path: at(place) });
  });
});

describe('[P58] [E86] the search for a mark', () => {
  test.each(['a/files', 'a', 'a/files/below'])('finds it in %s', async (place) => {
    await put(`${place}/.stfolder`, 'folder');
    expect(await find()).toEqual({ app: 'Syncthing', path: at(place) });
  });

  test.each(['a/files/deep/below', 'a/beside', 'b'])('does not look in %s', async (place) => {
    await put(`${place}/.stfolder`, 'folder');
    expect(await find()).toBeNull();
  });

  test.each([
    [199, true],
    [200, false],
  ])('looks in the first 200 folders directly in it: a mark after %i folders is found: %s', async (before, isFound) => {
    for (let n = 0; n < before; n++) await put(`a/files/${String(n).padStart(3, '0')}`, 'folder');
    for (let n = 0; n < 3; n++) await put(`a/files/a file ${n}`, 'file');
    await put('a/files/last/.stfolder', 'folder');
    expect(await find()).toEqual(isFound ? { app: 'Syncthing', path: at('a/files/last') } : null);
  });

  test('skips unreadable places and no other failure', async () => {
    await put('a/files/below/.stfolder', 'folder');
    await put('a/files/first', 'folder');
    const denied = (path: string): Promise<never> =>
      Promise.reject(new FileSystemError('denied', path, `${path} cannot be read`));
    const mistake = (): Promise<never> => Promise.reject(new TypeError('a mistake'));
    const isBelow = (path: string): boolean => path === at('a/files/below/.stfolder');
    const stat: FileSystem['stat'] = (path) => (isBelow(path) ? real.stat(path) : denied(path));
    expect(await find('a/files', { stat })).toEqual({ app: 'Syncthing', path: at('a/files/below') });
    expect(await find('a/files', { list: denied })).toBeNull();
    await expect(find('a/files', { stat: mistake })).rejects.toThrow('a mistake');
    await expect(find('a/files', { list: mistake })).rejects.toThrow('a mistake');
  });
});
