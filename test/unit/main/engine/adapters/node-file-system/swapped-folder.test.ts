import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';

/** Swaps a folder for a link to another one, back and forth, as fast as it can, as long as the test's process lives. */
const SWAPPER = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const [folder, aside, elsewhere] = process.argv.slice(1);
  process.stdout.write('ready');
  while (process.ppid === ${process.pid}) {
    renameSync(folder, aside);
    symlinkSync(elsewhere, folder);
    unlinkSync(folder);
    renameSync(aside, folder);
  }`;

test.runIf(process.platform === 'linux')(
  'nothing is put outside of the root while another process swaps a folder for a link',
  async () => {
    const place = await realpath(await mkdtemp(join(tmpdir(), 'tandem-swap-')));
    const [root, elsewhere] = [join(place, 'root'), join(place, 'elsewhere')];
    await Promise.all([mkdir(join(root, '.tandem', 'staging'), { recursive: true }), mkdir(elsewhere)]);
    const folder = join(root, 'folder');
    await mkdir(folder);
    const fileSystem = createNodeFileSystem(createNodeRandom());
    const swapper = spawn(process.execPath, ['-e', SWAPPER, folder, join(root, 'aside'), elsewhere]);
    try {
      await new Promise((resolve) => swapper.stdout.once('data', resolve));
      let [done, refused] = [0, 0];
      for (let index = 0; index < 1_500; index++) {
        const staging = await fileSystem.openStaging(root, `s${index}`);
        await staging.finish(null);
        const put = fileSystem.install(root, `s${index}`, join(folder, `f${index}`), null);
        const made = fileSystem.createFolder(join(folder, `d${index}`));
        for (const { status } of await Promise.allSettled([put, made])) {
          if (status === 'fulfilled') done += 1;
          else refused += 1;
        }
      }
      expect(await readdir(elsewhere)).toEqual([]);
      // The control: both happened.
      expect(done).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    } finally {
      swapper.kill('SIGKILL');
      await rm(place, { recursive: true, force: true });
    }
  },
  120_000,
);
