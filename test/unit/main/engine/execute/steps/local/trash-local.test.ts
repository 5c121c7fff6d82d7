import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeStep } from '../../../../../../../main/engine/execute/execute-step.ts';
import type { Execution } from '../../../../../../../main/engine/execute/execution.ts';
import { type FileIdentity, type LocalId, stepKey } from '../../../../../../../main/engine/model/ids.ts';
import type { Step } from '../../../../../../../main/engine/model/plan/step.ts';
import { FileSystemError } from '../../../../../../../main/engine/ports/file-system.ts';
import { createPace } from '../../../../../../../main/engine/ports/pace.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../../support/engine/local-root.ts';

/** A delete here: the only step that takes a person's files away. */
let root: LocalRoot;
let bin: string;
/** The rows recorded as about to go, now and at the moment they went. */
let written: readonly LocalId[];
let writtenBefore: readonly LocalId[];
beforeEach(async () => {
  [written, writtenBefore] = [[], []];
  root = await openLocalRoot(['*.keep']);
  bin = join(root.path, '.tandem', 'bin');
});
afterEach(() => root.dispose());

/** `meanwhile`: the edit a person makes after the last look at the deleted item; `looked`: what happens during that look. */
async function trash(
  path: string,
  meanwhile: () => Promise<void> = async () => {},
  looked: () => Promise<unknown> = async () => {},
) {
  const { id, kind } = root.row(path);
  const item = root.store.syncedByLocal(id)?.itemId;
  if (item === undefined) throw new Error(`${path} is not synced`);
  const step: Step = {
    kind: 'trash-local',
    localId: id,
    itemId: item,
    itemKind: kind,
    subtree: 1,
    key: stepKey('t'),
    rule: 'P4',
    after: [],
  };
  const { fileSystem, store } = root;
  let looks = 0;
  const stat: typeof fileSystem.stat = async (at) => {
    const found = await fileSystem.stat(at);
    if (at === root.at(path)) looks += 1;
    if (at === root.at(path) && looks === 2) await looked();
    return found;
  };
  const execution = {
    trees: store,
    rootPath: root.path,
    rootKey: '1',
    fileSystem: { ...fileSystem, stat },
    taking: (ids: readonly LocalId[]) => {
      written = ids;
    },
    takenTo: () => undefined,
    trash: async (target: string, expect: FileIdentity) => {
      writtenBefore = written;
      await meanwhile();
      return fileSystem.trash(target, bin, expect);
    },
    untrash: (place: string, target: string) =>
      fileSystem.move(place, target).then(
        () => true,
        () => false,
      ),
    pace: createPace(root.parts.clock),
    ignoredNames: (folder: typeof id) => new Set(store.ignoredIn(folder).map(({ name }) => name)),
    tick: store.tick,
  } satisfies Partial<Execution>;
  // The step asks neither the service nor the queue; using them would fail the test.
  return executeStep(execution as unknown as Execution, step, new AbortController().signal);
}

async function sync(...paths: string[]): Promise<void> {
  for (const path of paths) await root.write(path, `content of ${path}`);
  await root.observer.scanAll();
  root.syncAll();
}

test('[P85] a folder goes to the trash in one piece, and that is written down before', async () => {
  await sync('d/one', 'd/sub/two');
  const { id } = root.row('d');
  expect((await trash('d')).outcome).toBe('done');
  expect(existsSync(root.at('d'))).toBe(false);
  expect(await readdir(join(bin, 'd'))).toEqual(['one', 'sub']);
  expect(writtenBefore).toEqual([id]);
});

test('a file not observed yet keeps its folder in place', async () => {
  await sync('d/one');
  await writeFile(root.at('d/new'), 'new');
  expect(await trash('d')).toMatchObject({ outcome: 'stale', localIds: [root.row('d').id] });
  expect(await readdir(root.at('d'))).toEqual(['new', 'one']);
});

test('[P4] an edit that was observed since the plan stays', async () => {
  await sync('d/one', 'two');
  for (const path of ['d/one', 'two']) await writeFile(root.at(path), 'edited since');
  await root.observer.scanAll();
  for (const path of ['d', 'two']) expect((await trash(path)).outcome).toBe('stale');
  expect(await readFile(root.at('d/one'), 'utf8')).toBe('edited since');
  expect(await readFile(root.at('two'), 'utf8')).toBe('edited since');
});

test('[I3] a folder made inside since the plan, and not on the service yet, keeps all of it in place', async () => {
  await sync('d/one');
  await mkdir(root.at('d/made'));
  await root.observer.scanAll();
  expect(await trash('d')).toMatchObject({ outcome: 'stale', localIds: [root.row('d/made').id] });
  expect(await readdir(root.at('d'))).toEqual(['made', 'one']);
});

test('[P68] a folder inside about which nothing is to be done goes with it', async () => {
  await sync('d/one');
  await mkdir(root.at('d/alone'));
  await root.observer.scanAll();
  root.store.clean(root.store.dirty(10));
  expect((await trash('d')).outcome).toBe('done');
  expect(await readdir(join(bin, 'd'))).toEqual(['alone', 'one']);
});

test('[P69] what a new rule ignores during the last look stays', async () => {
  await sync('d/one', 'two');
  for (const path of ['d', 'two']) {
    const ruledOut = async () => {
      root.observer.setOwnRules([path]);
      await root.observer.scanAll();
    };
    expect((await trash(path, undefined, ruledOut)).outcome).toBe('stale');
    expect(written).toEqual([]);
  }
  expect(existsSync(root.at('d/one'))).toBe(true);
  expect(existsSync(root.at('two'))).toBe(true);
});

test('a file that was edited since stays', async () => {
  await sync('d/one');
  await writeFile(root.at('d/one'), 'edited since');
  expect((await trash('d')).outcome).toBe('stale');
  expect((await trash('d/one')).outcome).toBe('stale');
  expect(existsSync(root.at('d/one'))).toBe(true);
});

test('[P4] a file moved into a folder at the moment it goes comes back with it', async () => {
  await sync('d/one', 'd/sub/two', 'mine');
  const result = await trash('d', () => rename(root.at('mine'), root.at('d/sub/mine')));
  expect(result).toMatchObject({ outcome: 'stale', localIds: [root.row('d/sub').id] });
  expect(await readdir(root.at('d'), { recursive: true })).toEqual(['one', 'sub', 'sub/mine', 'sub/two']);
});

test('[P4] a file saved at the moment it goes comes back, with all files that the same step took before it', async () => {
  await sync('d/one', 'd/other/three');
  await writeFile(root.at('d/mine.keep'), 'mine');
  await root.observer.scanAll();
  expect((await trash('d', () => writeFile(root.at('d/other/three'), 'saved again'))).outcome).toBe('stale');
  expect((await readdir(root.at('d'), { recursive: true })).toSorted()).toEqual([
    'mine.keep',
    'one',
    'other',
    'other/three',
  ]);
});

test('[P4] if the disk refuses one file of a folder that stays, those that the same step took before it come back', async () => {
  await sync('d/one', 'd/two');
  await writeFile(root.at('d/mine.keep'), 'mine');
  await root.observer.scanAll();
  let moves = 0;
  const refuseSecond = async (): Promise<void> => {
    moves += 1;
    if (moves === 2) throw new FileSystemError('busy', root.at('d/two'), 'another program uses it');
  };
  expect((await trash('d', refuseSecond)).outcome).toBe('failed');
  expect((await readdir(root.at('d'))).toSorted()).toEqual(['mine.keep', 'one', 'two']);
  expect(await readdir(bin)).toEqual([]);
});

test('[E80] unsynced files stay with their folder, and the rest of it goes', async () => {
  await sync('d/one', 'd/sub/two', 'd/other/three');
  await writeFile(root.at('d/sub/mine.keep'), 'mine');
  await symlink('nowhere', root.at('d/link'));
  await root.observer.scanAll();
  expect((await trash('d')).outcome).toBe('done');
  expect(await readdir(root.at('d'), { recursive: true })).toEqual(['link', 'sub', 'sub/mine.keep']);
  expect((await readdir(bin)).toSorted()).toEqual(['one', 'other', 'two']);
});

test('[E119] an item missing from its place may have moved: it is looked for, not forgotten', async () => {
  await sync('d/one');
  const { fileSystem } = root;
  await fileSystem.trash(root.at('d'), bin);
  expect(await trash('d')).toMatchObject({ outcome: 'stale', localIds: [root.row('d').id] });
});

test('[P4] an item moved out of the folder there does not go with it', async () => {
  await sync('d/one', 'd/sub/two');
  const item = root.store.syncedByLocal(root.row('d/sub').id)?.itemId;
  const top = root.store.remote(root.store.rootItemId);
  if (item === undefined || top === undefined) throw new Error('not synced');
  root.store.putRemote({ ...top, id: item, parentId: top.id, name: 'sub' }, root.store.tick());
  expect(await trash('d')).toMatchObject({ outcome: 'stale', localIds: [root.row('d/sub').id] });
  expect(existsSync(root.at('d/sub/two'))).toBe(true);
});

test('something else in the place of the folder is never touched', async () => {
  await sync('d/one');
  const { fileSystem } = root;
  await fileSystem.trash(root.at('d'), bin);
  await mkdir(root.at('d'));
  await writeFile(root.at('d/precious'), 'precious');
  expect((await trash('d')).outcome).toBe('stale');
  expect(await readdir(root.at('d'))).toEqual(['precious']);
});

test('something else that comes in its place in that moment comes back', async () => {
  await sync('d/one', 'e', 'f');
  const swap = async (): Promise<void> => {
    await rename(root.at('d'), root.at('between'));
    await rename(root.at('e'), root.at('d'));
  };
  expect(await trash('d', swap)).toMatchObject({ outcome: 'stale', localIds: [root.row('d').id] });
  expect(await readFile(root.at('d'), 'utf8')).toBe('content of e');
  expect((await trash('f', () => rewrite('f', 'another file'))).outcome).toBe('stale');
  expect(await readFile(root.at('f'), 'utf8')).toBe('another file');
});

test('another folder that comes in its place in that moment comes back, with all that is in it', async () => {
  await sync('a/mine', 'b/theirs');
  const swap = async (): Promise<void> => {
    await rename(root.at('a'), root.at('between'));
    await rename(root.at('b'), root.at('a'));
    await rename(root.at('between'), root.at('b'));
  };
  expect(await trash('a', swap)).toMatchObject({ outcome: 'stale', localIds: [root.row('a').id] });
  expect(await readdir(root.at('a'))).toEqual(['theirs']);
  expect(await readdir(root.at('b'))).toEqual(['mine']);
});

/** As programs save: another file takes the place of this one. */
async function rewrite(path: string, text: string): Promise<void> {
  await writeFile(root.at('new'), text);
  await rename(root.at('new'), root.at(path));
}
