import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeFileSystem } from '../../../../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../../../../main/engine/adapters/node-random.ts';
import type { WalkResult } from '../../../../../../main/engine/ports/file-system.ts';
import { collect } from '../../../../../support/collect.ts';

/** The longest path that Linux takes, with the NUL at its end: an item that is moved beyond it is listed, and no call reaches it. */
const PATH_MAX = 4096;
const LONG = 'n'.repeat(250);

/** A folder whose path leaves room for short names only. */
let deep: string;
let home: string;
const fileSystem = createNodeFileSystem(createNodeRandom());

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-closed-'));
  deep = home;
  while (deep.length + 2 * LONG.length < PATH_MAX) {
    deep = join(deep, LONG);
    await mkdir(deep);
  }
  deep = join(deep, 'd'.repeat(PATH_MAX - deep.length - LONG.length));
});
afterEach(async () => {
  // Nothing can remove it there.
  await rename(deep, join(home, 's'));
  await rm(home, { recursive: true, force: true });
});

/** Puts these files into the deep folder. */
async function given(...names: string[]): Promise<void> {
  const shallow = join(home, 's');
  await mkdir(shallow);
  for (const name of names) await writeFile(join(shallow, name), name);
  await rename(shallow, deep);
}

const walked = async (): Promise<WalkResult | undefined> => (await collect(fileSystem.walk(deep, () => true)))[0];

describe.runIf(process.platform === 'linux')('[E73] an entry that cannot be looked at', () => {
  test('is listed as unreadable beside the others', async () => {
    await given('a.txt', LONG);
    const found = [
      ['a.txt', 'file'],
      [LONG, 'unreadable'],
    ];
    const kinds = ({ entries }: Awaited<ReturnType<typeof fileSystem.list>>) =>
      entries.map(({ name, stat }) => [name, stat.kind]);
    expect(kinds(await fileSystem.list(deep))).toEqual(found);
    const result = await walked();
    expect(result?.ok === true && kinds(result.listing)).toEqual(found);
  });

  test('means a closed folder if there is no other', async () => {
    await given(LONG);
    await expect(fileSystem.list(deep)).rejects.toMatchObject({ code: 'name_too_long' });
    expect(await walked()).toMatchObject({ ok: false, path: deep, error: { code: 'name_too_long' } });
  });
});
