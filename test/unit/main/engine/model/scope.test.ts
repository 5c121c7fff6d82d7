import { expect, it } from 'vitest';
import { scopeOf } from '../../../../../main/engine/model/scope.ts';
import type { Trees } from '../../../../../main/engine/model/tree.ts';
import { personThere } from '../../../../support/model/model-people.ts';
import { createWorld, remoteAt, sync, treesOf, type World } from '../../../../support/model/model-world.ts';

/** A synced folder `d`, and below it on the service only: `d/new`, `d/out/deep`. */
function world(): World {
  const made = createWorld();
  sync(made, 'd');
  sync(made, 'd/agreed', '1');
  const there = personThere(made);
  there.write('d/new', '2');
  there.folder('d/out');
  there.write('d/out/deep', '3');
  return made;
}

const scope = (made: World, path: string, change: Partial<Trees> = {}) =>
  scopeOf({ ...treesOf(made), ...change }, remoteAt(made, path).id);

it('[P65] what selective sync excludes is deselected, whatever else holds it back', () => {
  const made = world();
  const out = remoteAt(made, 'd/out');
  made.remote.set(out.id, { ...out, syncState: 'not_synced' });
  const all = { leavesOut: () => true, ignoredAt: () => 'here' };
  expect(scope(made, 'd/out', all)).toBe('deselected');
  expect(scope(made, 'd/out/deep', all)).toBe('deselected');
  expect(scope(made, 'd/new')).toBe('wanted');
});

it('[P69] the rules are asked for the place on the service, from the root down', () => {
  const asked: string[] = [];
  const leavesOut = (path: string, isFolder: boolean) => asked.push(`${path}${isFolder ? '/' : ''}`) > 1;
  expect([scope(world(), 'd/out', { leavesOut }), scope(world(), 'd/out/deep', { leavesOut })]).toEqual([
    'wanted',
    'rule',
  ]);
  expect(asked).toEqual(['d/out/', 'd/out/deep']);
});

it('[P34] an ignored local item keeps out remote items at or below its name, but no agreed ones', () => {
  const ignoredAt: Trees['ignoredAt'] = (_parent, name) => (name === 'out' || name === 'agreed' ? name : null);
  expect(scope(world(), 'd/out', { ignoredAt })).toBe('name_taken');
  expect(scope(world(), 'd/out/deep', { ignoredAt })).toBe('name_taken');
  expect(scope(world(), 'd/agreed', { ignoredAt })).toBe('wanted');
});

it('[P72] only a new file can be kept out by a missing right to download it', () => {
  const made = world();
  for (const path of ['d/new', 'd/agreed', 'd/out']) {
    const entry = remoteAt(made, path);
    made.remote.set(entry.id, { ...entry, canDownload: false });
  }
  expect(['d/new', 'd/agreed', 'd/out'].map((path) => scope(made, path))).toEqual([
    'not_downloadable',
    'wanted',
    'wanted',
  ]);
});

it('[P70] a gone item was lost only if the account can no longer see it', () => {
  const made = world();
  const { id } = remoteAt(made, 'd/agreed');
  made.remote.delete(id);
  expect(scopeOf(treesOf(made), id)).toBe('wanted');
  expect(scopeOf({ ...treesOf(made), wasLost: (item) => item === id }, id)).toBe('lost');
});
