import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha1 } from '../../../../../../main/engine/model/ids.ts';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import type { FileSystem } from '../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
  for (const name of ['a', 'b', 'c']) await root.write(name, `content of ${name}`);
  await root.observer.scanAll();
  root.syncAll();
});
afterEach(() => root.dispose());

const remove = async (name: string): Promise<void> => {
  await rm(root.at(name));
  await root.scan('');
};

test('[E106] a computer that slept for hours during a full scan delays the next delete by minutes at most', async () => {
  let sleepsMs = 8 * HOUR_MS;
  const fileSystem: FileSystem = {
    ...root.fileSystem,
    async *walk(path, enter, signal) {
      root.advance(sleepsMs);
      sleepsMs = 0;
      yield* root.fileSystem.walk(path, enter, signal);
    },
  };
  const observer = createLocalObserver({ ...root.parts, fileSystem });
  await remove('a');
  root.advance(2_000);
  await observer.settleMissing();
  expect(root.tree()).toEqual(['b', 'c']);
  await rm(root.at('b'));
  const { settleAtMs } = await observer.scanDirectories([root.path]);
  expect(settleAtMs).toBeLessThanOrEqual(root.parts.clock.nowMs() + 5 * MINUTE_MS);
  root.advance(5 * MINUTE_MS);
  expect(await observer.settleMissing()).toMatchObject({ settleAtMs: null });
  expect(root.tree()).toEqual(['c']);
});

test('[E109] a file that went missing before the clock was set back counts as deleted at the next look', async () => {
  await remove('a');
  root.advance(2_000);
  await root.observer.settleMissing();
  await remove('b');
  root.advance(-10 * MINUTE_MS);
  expect((await root.scan('')).settleAtMs).toBeLessThanOrEqual(root.parts.clock.nowMs());
  expect(await root.observer.settleMissing()).toMatchObject({ settleAtMs: null });
  expect(root.tree()).toEqual(['c']);
});

test.each([
  ['is on its way to the service is found where no hint told of it', true, ['to/', 'to/b']],
  ['was never sent is gone at once, and is new when it is found', false, ['to/']],
])('[E119] a missing file that %s', async (_, isSent, expected) => {
  await mkdir(root.at('to'));
  await root.write('new', 'new');
  await root.scan('');
  const { id, fingerprint } = root.row('new');
  const destination = { kind: 'new', parentId: root.store.rootItemId, name: 'new' } as const;
  const content = { sha1: sha1('a'.repeat(40)), sizeBytes: 3 };
  const sent = { key: `${root.store.id}/${id}`, destination, content, fingerprint, localName: 'new', metItemId: null };
  if (isSent) root.whole.transfers.saveSent(sent);
  await rename(root.at('new'), root.at('to/b'));
  await root.scan('');
  await root.settle();
  expect(root.tree()).toEqual(['a', 'b', 'c', ...expected]);
  if (isSent) expect(root.row('to/b').id).toBe(id);
});
