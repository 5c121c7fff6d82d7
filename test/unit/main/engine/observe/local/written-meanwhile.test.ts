import { link, rename, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha1 } from '../../../../../../main/engine/model/ids.ts';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

let root: LocalRoot;
beforeEach(async () => {
  root = await openLocalRoot();
});
afterEach(() => root.dispose());

test('a row that is written after the look that did not show it is not missing', async () => {
  await root.write('a', 'content');
  await root.observer.scanAll();
  root.syncAll();
  const before = root.row('a');
  await rename(root.at('a'), `${root.path}-away`);
  let isBack = false;
  // A step puts it back and records that, after the folder was compared and before the look is over.
  const sleep = async (): Promise<void> => {
    if (isBack) return;
    isBack = true;
    await rename(`${root.path}-away`, root.at('a'));
    root.store.putLocal(before, root.store.tick());
  };
  const observer = createLocalObserver({ ...root.parts, clock: { ...root.parts.clock, sleep } });
  expect(await observer.scanAll()).toMatchObject({ settleAtMs: null });
  expect([isBack, root.store.isMissing(before.id), root.store.missing()]).toEqual([true, false, []]);
});

/** A new version of this file is staged and about to be installed; returns the path of the staged file. */
async function aboutToReplace(path: string): Promise<string> {
  const staged = `${root.path}-staged`;
  await writeFile(staged, 'the new version');
  const stat = await root.fileSystem.stat(staged);
  const { id, parentId, name } = root.row(path);
  const row = root.store.syncedByLocal(id);
  if (stat === null || row === undefined || parentId === null) throw new Error('the file is not in sync');
  root.store.putPlacing({
    ...row,
    localId: id,
    parentLocalId: parentId,
    localName: name,
    content: { sha1: sha1('b'.repeat(40)), sizeBytes: stat.fingerprint.sizeBytes },
    fingerprint: stat.fingerprint,
    stagingName: 'staged',
  });
  return staged;
}

test.each([[['to']], [['from']], [['to', 'from']], [['from', 'to']], [['']]])(
  '[I3] [I8] a new version that is moved before its install is recorded is the same file, with hints for %j',
  async (hints) => {
    await root.write('from/a', 'content');
    await root.write('to/x', 'other content');
    await root.observer.scanAll();
    root.syncAll();
    const before = root.row('from/a').id;
    await rename(await aboutToReplace('from/a'), root.at('from/a'));
    await rename(root.at('from/a'), root.at('to/b'));
    await root.scan(...hints);
    if (hints.includes('to')) expect(root.row('to/b')).toMatchObject({ id: before, sha1: null });
    await root.observer.scanAll();
    expect(root.tree()).toEqual(['from/', 'to/', 'to/b', 'to/x']);
    expect(root.row('to/b')).toMatchObject({ id: before, sha1: null });
  },
);

test('[E56] what looks like the new version is another file while the former one, or the new one, stands at its place', async () => {
  await root.write('from/a', 'content');
  await root.write('to/x', 'other content');
  await root.observer.scanAll();
  root.syncAll();
  const before = root.row('from/a').id;
  const staged = await aboutToReplace('from/a');
  await link(staged, root.at('to/b'));
  await root.scan('to');
  expect(root.row('from/a').id).toBe(before);
  expect(root.row('to/b').id).not.toBe(before);
  await rename(staged, root.at('from/a'));
  await link(root.at('from/a'), root.at('to/c'));
  await root.scan('to');
  await root.observer.scanAll();
  expect(root.tree()).toEqual(['from/', 'from/a', 'to/', 'to/b', 'to/c', 'to/x']);
  expect(root.row('from/a').id).toBe(before);
});
