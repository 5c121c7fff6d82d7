import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writePrivate } from '../../../main/private/open-private.ts';
import { openStoreBench } from '../../support/engine/store-bench.ts';

/** The calls that bring a file of ours to the disk, in their order. */
const calls = vi.hoisted((): string[] => []);
/** The error of the next flush of a folder. */
const trouble = vi.hoisted((): { code: string | null } => ({ code: null }));

vi.mock(import('node:fs'), async (importOriginal) => {
  const disk = await importOriginal();
  const opened = new Map<number, string>();
  const openSync: typeof disk.openSync = (path, flags, mode) => {
    const file = disk.openSync(path, flags, mode);
    opened.set(file, disk.fstatSync(file).isDirectory() ? 'folder' : String(path));
    return file;
  };
  const writeFileSync: typeof disk.writeFileSync = (file, ...rest) => {
    if (typeof file === 'number') calls.push(`write ${nameOf(opened.get(file))}`);
    return disk.writeFileSync(file, ...rest);
  };
  const fsyncSync: typeof disk.fsyncSync = (file) => {
    calls.push(`flush ${nameOf(opened.get(file))}`);
    if (trouble.code !== null && opened.get(file) === 'folder')
      throw Object.assign(new Error('flush'), { code: trouble.code });
    disk.fsyncSync(file);
  };
  const renameSync: typeof disk.renameSync = (from, to) => {
    calls.push(`rename ${nameOf(from)} to ${nameOf(to)}`);
    disk.renameSync(from, to);
  };
  return { ...disk, default: disk, openSync, writeFileSync, fsyncSync, renameSync };
});
const nameOf = (path: unknown): string => basename(String(path));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-private-'));
  calls.length = 0;
  trouble.code = null;
});
afterEach(() => rmSync(folder, { recursive: true }));

const replaced = (name: string): readonly string[] => [
  `write ${name}.new`,
  `flush ${name}.new`,
  `rename ${name}.new to ${name}`,
  'flush folder',
];

test('a file of ours is on disk under another name before it replaces the last one, and then its name', () => {
  const path = join(folder, 'account.json');
  writePrivate(path, 'one');
  writePrivate(path, 'two');
  expect(calls).toEqual([...replaced('account.json'), ...replaced('account.json')]);
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['two', ['account.json']]);
});

test.runIf(process.platform !== 'win32')('a disk that cannot flush names is no obstacle, and one that fails is', () => {
  const path = join(folder, 'account.json');
  for (const code of ['EINVAL', 'ENOTSUP', 'EPERM', 'EACCES']) {
    trouble.code = code;
    writePrivate(path, code);
    expect(readFileSync(path, 'utf8')).toBe(code);
  }
  trouble.code = 'EIO';
  expect(() => writePrivate(path, 'three')).toThrow(expect.objectContaining({ code: 'EIO' }));
});

test('the list of synced folders is for its owner alone, and on disk with each change to it', () => {
  const path = join(folder, 'state.db');
  const list = `${basename(path)}.roots.json`;
  const { store } = openStoreBench(path);
  const written = () => calls.splice(0).filter((call) => call !== 'flush folder' && call.includes(list));
  const whole = replaced(list).filter((call) => call !== 'flush folder');
  expect(written()).toEqual(whole);
  const id = store.roots()[0]?.id;
  if (id === undefined) throw new Error('the bench has a root');
  store.setPaused(id, 5);
  expect(written()).toEqual(whole);
  expect(JSON.parse(readFileSync(join(folder, list), 'utf8'))).toMatchObject({ roots: [{ pausedUntilMs: 5 }] });
  if (process.platform !== 'win32') expect(statSync(join(folder, list)).mode & 0o777).toBe(0o600);
  store.removeRoot(id);
  expect(written()).toEqual(whole);
  expect(JSON.parse(readFileSync(join(folder, list), 'utf8'))).toEqual({ roots: [] });
  store.close();
});
