import { spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/programs/processes.ts';
import { openWorkplace } from '../../support/programs/workplace.ts';

/* Finding 15: while the client downloads into a folder, another process swaps that folder for a link that leads out of the root. */

/** Swaps until it is asked to end, and leaves the folder in its place. */
const swapper = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const [folder, aside, elsewhere] = process.argv.slice(1);
  const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  let isEnding = false;
  process.on('SIGTERM', () => { isEnding = true; });
  let swaps = 0;
  const turn = () => {
    renameSync(folder, aside);
    symlinkSync(elsewhere, folder);
    pause(2);
    unlinkSync(folder);
    renameSync(aside, folder);
    pause(6);
    swaps += 1;
    if (isEnding) process.stdout.write(String(swaps), () => process.exit());
    else setImmediate(turn);
  };
  process.stdout.write('ready ');
  turn();`;

test.runIf(process.platform === 'linux')(
  'a running client puts nothing outside of its root while a folder becomes a link and back',
  async () => {
    const place = await openWorkplace();
    const web = place.web();
    const laptop = await place.computer('laptop');
    const elsewhere = join(place.folder, 'elsewhere');
    const [folder, aside] = [join(laptop.root, 'folder'), join(place.folder, 'aside')];
    await mkdir(elsewhere);
    const { id } = await web.createFolder('0', 'folder');
    await web.upload(id, 'first', 'first');
    await laptop.once();
    const attacker = spawn(process.execPath, ['-e', swapper, folder, aside, elsewhere]);
    try {
      let printed = '';
      attacker.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      await eventually('the folder is being swapped', async () => printed.startsWith('ready'));
      const client = laptop.sync();
      for (let index = 0; index < 100; index += 1) {
        await web.upload(id, `file ${index}`, `content ${index}`);
        if (index % 20 === 0) await web.createFolder(id, `folder ${index}`);
      }
      const arrived = await eventually('files arrive while the folder is swapped', async () => {
        const names = [...(await namesIn(folder)), ...(await namesIn(aside))];
        return names.length > 20 && names.length;
      });
      expect(await readdir(elsewhere)).toEqual([]);
      attacker.kill('SIGTERM');
      await eventually('the attacker ends', async () => attacker.exitCode !== null);
      const swaps = Number(printed.split(' ')[1]);
      console.log(`${arrived} items arrived during ${swaps} swaps`);
      expect(swaps).toBeGreaterThan(50);
      await eventually('both sides hold the same', async () => {
        const now = await web.find('0', 'folder');
        const there = now === undefined ? [] : (await web.items(now.id)).map(({ name }) => name);
        const here = await namesIn(folder);
        return there.length === here.length && there.every((name) => here.includes(name));
      });
      await client.kill();
      expect(await readdir(elsewhere)).toEqual([]);
    } finally {
      attacker.kill('SIGKILL');
      await place.close();
    }
  },
  180_000,
);

const namesIn = async (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
