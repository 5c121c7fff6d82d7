import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
