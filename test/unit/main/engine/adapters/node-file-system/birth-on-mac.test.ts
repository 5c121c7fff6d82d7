import type { BigIntStats } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';

/** As on a Mac: a modification time before the birth sets the birth back. */
vi.mock(import('../../../../../../main/disk/disk.ts'), async (importOriginal) => {
  const disk = await importOriginal();
  const setBack = (stats: BigIntStats): BigIntStats => {
    if (stats.mtimeNs < stats.birthtimeNs) stats.birthtimeNs = stats.mtimeNs;
    return stats;
  };
  const open: typeof disk.open = async (...how) => {
    const handle = await disk.open(...how);
    const stat = handle.stat.bind(handle);
    return Object.assign(handle, {
      stat: async (options?: { bigint: true }) =>
        options?.bigint === true ? setBack(await stat({ bigint: true })) : stat(),
    });
  };
  const lstat = async (path: string, options?: { bigint: true }) =>
    options?.bigint === true ? setBack(await disk.lstat(path, { bigint: true })) : disk.lstat(path);
  return { ...disk, open, lstat: lstat as typeof disk.lstat };
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-birth-'));
  await mkdir(join(root, '.tandem'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const LONG_AGO_MS = 1_000_000_000_000;

test.each(['new.txt', 'old.txt'])(
  '[P85] [E111] the identity in a record of %s about to be put in place is the one that it has there',
  async (name) => {
    const fileSystem = createNodeFileSystem(createNodeRandom());
    await writeFile(join(root, 'old.txt'), 'old');
    const before = await fileSystem.stat(join(root, name));
    const staging = await fileSystem.openStaging(root, 's');
    await staging.append(Buffer.from('content'));
    const { identity } = await staging.finish(LONG_AGO_MS);
    const { fingerprint } = await fileSystem.install(root, 's', join(root, name), before?.fingerprint ?? null);
    expect(fingerprint.identity).toBe(identity);
    expect(BigInt(fingerprint.mtimeNs) / 1_000_000n).toBe(BigInt(LONG_AGO_MS));
  },
);
