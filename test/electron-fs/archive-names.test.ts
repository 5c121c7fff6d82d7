import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPackage } from '@electron/asar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { walkPaths } from '../../main/commands/drop/walk-paths.ts';
import { readFile } from '../../main/disk/disk.ts';
import { createNodeFileSystem } from '../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../main/engine/adapters/node-random.ts';
import { createWorkerHashPool } from '../../main/engine/adapters/worker-hash-pool.ts';
import { filesAmong } from '../../main/shell/incoming/given-files.ts';
import { collect } from '../support/collect.ts';

/** Files named `*.asar` under a file system changed as Electron changes it (`test/support/electron-fs`). */
const names = ['empty.asar', 'text.asar', 'valid.asar'];
let root: string;
const at = (name: string): string => path.join(root, name);
const fileSystem = createNodeFileSystem(createNodeRandom());

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tandem-archive-names-'));
  const source = await mkdtemp(path.join(tmpdir(), 'tandem-archive-source-'));
  await writeFile(path.join(source, 'inside.txt'), 'inside');
  await createPackage(source, at('valid.asar'));
  await rm(source, { recursive: true });
  await writeFile(at('empty.asar'), '');
  await writeFile(at('text.asar'), 'no archive at all');
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('the changed file system gives the answers of Electron', () => {
  expect(lstatSync(at('valid.asar')).isDirectory()).toBe(true);
  expect(() => lstatSync(at('empty.asar'))).toThrow('Invalid package');
  expect(lstatSync(at('text.asar'), { throwIfNoEntry: false })).toBeNull();
});

describe('a file named *.asar', () => {
  test('is listed as a file, by the calling thread and by the walk worker', async () => {
    const listing = await fileSystem.list(root);
    const kinds = (entries: typeof listing.entries) => entries.map(({ name, stat }) => [name, stat.kind]);
    expect(kinds(listing.entries)).toEqual(names.map((name) => [name, 'file']));
    const walked = await collect(fileSystem.walk(root, () => true));
    expect(walked.map((result) => result.ok && kinds(result.listing.entries))).toEqual([kinds(listing.entries)]);
  });

  test.each(names)('%s is hashed, read, renamed and moved to the trash', async (name) => {
    const stat = await fileSystem.stat(at(name));
    if (stat === null) throw new Error(`${name} is missing`);
    const bytes = await readFile(at(name));
    const pool = createWorkerHashPool(1);
    const content = await pool.hash(at(name), stat.fingerprint);
    await pool.close();
    expect(content).toEqual({ sha1: createHash('sha1').update(bytes).digest('hex'), sizeBytes: bytes.length });
    const reader = await fileSystem.openRead(at(name));
    const target = new Uint8Array(bytes.length);
    expect(await reader.read(target, 0)).toBe(bytes.length);
    await reader.close();
    expect(Buffer.from(target).equals(bytes)).toBe(true);
    await fileSystem.move(at(name), at(`moved ${name}`));
    const trash = path.join(root, 'trash');
    await mkdir(trash);
    const moved = await fileSystem.trash(at(`moved ${name}`), trash);
    expect((await readFile(moved)).equals(bytes)).toBe(true);
  });

  test('a download is installed under such a name, and replaces one that is there', async () => {
    for (const name of ['new.asar', 'valid.asar']) {
      const staging = await fileSystem.openStaging(root, 'part');
      await staging.append(new TextEncoder().encode('from the service'));
      await staging.finish(null);
      const before = await fileSystem.stat(at(name));
      const installed = await fileSystem.install(root, 'part', at(name), before?.fingerprint ?? null);
      expect(installed.kind).toBe('file');
      expect(await readFile(at(name), 'utf8')).toBe('from the service');
    }
  });

  test('is uploaded when it is dropped, alone or in a folder', async () => {
    const walked = await walkPaths([root, at('empty.asar')], new AbortController().signal);
    if (!walked.ok) throw new Error(walked.error.code);
    const base = path.basename(root);
    const found = walked.files.map(({ relativePath }) => relativePath);
    expect(found.sort()).toEqual([...names.map((name) => `${base}/${name}`), 'empty.asar'].sort());
  });

  test('counts as given when it is dropped on the icon', () => {
    expect(filesAmong(['tandem', at('text.asar')], { folder: root, isPackaged: true })).toEqual([at('text.asar')]);
  });
});
