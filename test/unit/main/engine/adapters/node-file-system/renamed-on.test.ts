import { spawn } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';

/** Renames on whatever comes to a folder, as soon as it is there, as long as the test's process lives. */
const RENAMER = `
  const { readdirSync, renameSync } = require('node:fs');
  const [from, to] = process.argv.slice(1);
  process.stdout.write('ready');
  while (process.ppid === ${process.pid}) for (const name of readdirSync(from)) renameSync(from + '/' + name, to + '/' + name);`;

const FILES = 300;

/** Each file is flushed: a busy disk takes its time. */
const LONGEST_MS = 60_000;

test('a file that is renamed at the moment it is put in place has one name, and counts as put there', {
  timeout: LONGEST_MS,
}, async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-renamed-on-')));
  const [inbox, done, origin] = [join(root, 'inbox'), join(root, 'done'), join(root, 'origin')];
  for (const folder of [join(root, '.tandem', 'staging'), inbox, done, origin])
    await mkdir(folder, { recursive: true });
  const fileSystem = createNodeFileSystem(createNodeRandom());
  const renamer = spawn(process.execPath, ['-e', RENAMER, inbox, done]);
  try {
    await new Promise((resolve) => renamer.stdout.once('data', resolve));
    for (let index = 0; index < FILES; index++) {
      const name = `f${index}`;
      await (await fileSystem.openStaging(root, name)).finish(null);
      await fileSystem.install(root, name, join(index % 2 === 0 ? inbox : origin, name), null);
      if (index % 2 === 1) await fileSystem.move(join(origin, name), join(inbox, name));
    }
    await expect.poll(() => readdir(inbox)).toEqual([]);
    const names = await readdir(done);
    expect(names.length).toBe(FILES);
    const links = await Promise.all(names.map(async (name) => (await lstat(join(done, name))).nlink));
    expect(links.filter((count) => count > 1)).toEqual([]);
    expect([await readdir(origin), await fileSystem.listStaging(root)]).toEqual([[], []]);
  } finally {
    renamer.kill('SIGKILL');
    await rm(root, { recursive: true, force: true });
  }
});
