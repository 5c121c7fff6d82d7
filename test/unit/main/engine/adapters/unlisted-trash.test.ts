import { spawnSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeLocalTrash } from '../../../../../main/engine/adapters/node-local-trash.ts';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import type { FoundInTrash, KnownTrash } from '../../../../../main/engine/ports/local-trash.ts';

/** A root and its folder in the trash, in which nothing is listed. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-unlisted-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inRoot = (path: string) => join(folder, 'root', path);
const inTrash = (path: string) => join(folder, 'trash', path);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function unlisted(): Promise<readonly FoundInTrash[]> {
  const random = createNodeRandom();
  const trash = createNodeLocalTrash(createNodeFileSystem(random), random, {
    home: inTrash(''),
    folderFor: async () => inTrash(''),
    momentsOf: async function* () {
      yield { folder: inTrash(''), atMs: 1_000 };
    },
  });
  const known: KnownTrash = { fromMs: 0, beforeMs: 10_000, is: () => 'unlisted' };
  const found: FoundInTrash[] = [];
  for await (const one of trash.unlisted(inRoot(''), known)) found.push(one);
  return found;
}

const module = (name: string) =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../../../main/engine/adapters', name)).href);

/** Runs this code in a process of its own, which must be killed in it. */
function runUntilKilled(code: string, ...args: string[]): void {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', code, ...args]);
  expect([run.signal, run.stderr.toString()]).toEqual(['SIGKILL', '']);
}

test.skipIf(process.platform === 'win32')(
  '[P51] [E110] a file whose process is killed right before it goes to the trash stays, and nothing is listed',
  async () => {
    await write(inRoot('docs/report.docx'), 'a report');
    const code = `
      const { createNodeFileSystem } = await import(${module('node-file-system.ts')});
      const { createNodeRandom } = await import(${module('node-random.ts')});
      const [path, trash] = process.argv.slice(-2);
      const about = () => process.kill(process.pid, 'SIGKILL');
      await createNodeFileSystem(createNodeRandom()).trash(path, trash, undefined, about);`;
    runUntilKilled(code, inRoot('docs/report.docx'), inTrash('docs'));
    expect(await readFile(inRoot('docs/report.docx'), 'utf8')).toBe('a report');
    expect(await unlisted()).toEqual([]);
    expect(await readdir(inTrash(''))).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')(
  '[P51] [E110] a process killed while it copies a file to the trash leaves nothing that is listed or stays',
  async () => {
    await write(inRoot('film.mov'), 'a whole film');
    const code = `
      const { promises, writeFileSync } = (await import('node:fs')).default;
      promises.copyFile = (from, to) => {
        writeFileSync(to, 'a who');
        process.kill(process.pid, 'SIGKILL');
      };
      const { createNodeFileSystem } = await import(${module('node-file-system.ts')});
      const { createNodeLocalTrash } = await import(${module('node-local-trash.ts')});
      const { createNodeRandom } = await import(${module('node-random.ts')});
      const [path, trash] = process.argv.slice(-2);
      const random = createNodeRandom();
      const places = { home: trash, folderFor: async () => trash };
      await createNodeLocalTrash(createNodeFileSystem(random), random, places).keepCopy(path, trash);`;
    runUntilKilled(code, inRoot('film.mov'), inTrash(''));
    expect(await readdir(inTrash(''))).toHaveLength(1);
    expect(await unlisted()).toEqual([]);
    expect(await readdir(inTrash(''))).toEqual([]);
  },
);

test('[P51] what an ended process left of a removal that did not happen is removed, not listed', async () => {
  for (const name of ['reserved.txt', 'again.txt', 'moving.txt', 'sub/deep.txt']) await write(inRoot(name), name);
  for (const name of ['reserved.txt', 'again (2).txt', 'sub/deep.txt']) await write(inTrash(name), '');
  await link(inRoot('moving.txt'), inTrash('moving.txt'));
  await write(inTrash('.tandem-copy-0123456789abcdef/half.txt'), 'half');
  // Its folder has left the root since.
  await write(inTrash('gone/.tandem-copy-0123456789abcdef'), 'half');
  expect(await unlisted()).toEqual([]);
  expect(await readdir(inTrash(''))).toEqual([]);
  expect(await readFile(inRoot('moving.txt'), 'utf8')).toBe('moving.txt');
});

test('[P51] a file in the trash is listed, empty or not, also if a new file is at its place', async () => {
  for (const name of ['gone.txt', 'replaced.txt', 'box/full.txt']) await write(inTrash(name), 'old');
  await write(inTrash('box/empty.txt'), '');
  await write(inRoot('box/empty.txt'), '');
  await write(inTrash('empty.txt'), '');
  await write(inRoot('replaced.txt'), 'new');
  expect((await unlisted()).map(({ path }) => path).toSorted()).toEqual([
    'box',
    'empty.txt',
    'gone.txt',
    'replaced.txt',
  ]);
  expect((await readdir(inTrash('box'))).toSorted()).toEqual(['empty.txt', 'full.txt']);
});
