import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localNesting } from '../../../../../main/engine/recover/local-nesting.ts';
import type { Store } from '../../../../../main/engine/store/store.ts';
import { openMemoryStore } from '../../../../support/engine/empty-store.ts';
import { realDisk } from '../../../../support/engine/real-disk.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-nesting-')));
  store = openMemoryStore();
  await mkdir(at('data/client/trash'), { recursive: true });
  await mkdir(at('data/clients'));
  await symlink(at('data'), at('link'));
  await symlink(at('data/client'), at('other link'));
});
afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (path: string): string => join(folder, path);

async function nestingOf(path: string) {
  const fileSystem = realDisk();
  const local = await fileSystem.stat(at(path));
  const parts = { store, fileSystem, settings: { ownPlaces: [at('data/client')] } };
  return localNesting(parts, { localPath: at(path), local, except: null });
}

test.each(['data/client', 'data/client/trash', 'link/client', 'other link/trash', 'link/client/not there yet'])(
  "[P58] %s is Tandem's own data",
  async (path) => expect(await nestingOf(path)).toEqual({ with: 'own_data', path: at('data/client') }),
);

test.each(['data', 'data/clients', 'link', 'data/not there yet'])('[P58] %s may be a root', async (path) =>
  expect(await nestingOf(path)).toBeNull(),
);
