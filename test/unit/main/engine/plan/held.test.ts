import { expect, it } from 'vitest';
import type { ItemId, LocalId } from '../../../../../main/engine/model/ids.ts';
import { plan } from '../../../../../main/engine/plan/plan.ts';
import { planSettings } from '../../../../support/engine/trees.ts';
import { dirtyOf, localAt, remoteAt, treesOf } from '../../../../support/model/model-world.ts';
import { situation } from './situation.ts';

it('[P46] held deletes stay held, even the last one, and others pass', () => {
  const s = situation({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' });
  const held = new Set([localAt(s.world, 'a.txt').id]);
  s.here.remove('a.txt');
  s.here.remove('b.txt');
  const guard = { items: 50, share: 0.25 };
  const nobody = { localIds: new Set<never>(), itemIds: new Set<never>() };

  const made = s.plan({ guard, held: { ...nobody, localIds: held } });
  expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-remote', nodes: 1 }]);
  expect(made.steps.map(({ kind }) => kind)).toEqual(['trash-remote']);
  expect(s.plan({ guard, held: { ...nobody, localIds: held }, released: { ...nobody, localIds: held } }).held).toEqual(
    [],
  );
});

it('[P46] an edit that keeps a held folder releases nothing of what else was in it', () => {
  const s = situation({ d: null, 'd/a': '1', 'd/b': '2', 'd/e': null, 'd/e/c': '3', other: '4' });
  const folder = localAt(s.world, 'd');
  s.there.remove('d');
  s.here.write('d/a', 'edited');
  s.hashed('d/a');
  const guard = { items: 50, share: 0.25 };

  const made = s.plan({ guard, held: { localIds: new Set([folder.id]), itemIds: new Set() } });
  expect(made.steps.map(({ kind }) => kind)).toEqual(['create-remote-folder', 'upload']);
  expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-local', nodes: 3 }]);
});

it('[P46] a delete of the folder around what is held releases nothing', () => {
  const s = situation({ d: null, 'd/a': '1', other: '2', another: '3' });
  const file = localAt(s.world, 'd/a');
  s.there.remove('d');
  const guard = { items: 50, share: 0.25 };

  const made = s.plan({ guard, held: { localIds: new Set([file.id]), itemIds: new Set() } });
  expect(made.steps).toEqual([]);
  expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-local', nodes: 2 }]);
});

it('[P70] a folder whose share has ended is held only with what is held in it', () => {
  const s = situation({ d: null, 'd/a': '1', other: '2', another: '3' });
  const [folder, file] = [remoteAt(s.world, 'd'), localAt(s.world, 'd/a')];
  s.there.remove('d');
  const planned = (localIds: ReadonlySet<LocalId>) => {
    const trees = { ...treesOf(s.world), wasLost: (id: ItemId) => id === folder.id };
    const settings = planSettings({ guard: { items: 1, share: 0 }, held: { localIds, itemIds: new Set() } });
    return plan(trees, dirtyOf(s.world), settings);
  };
  expect(planned(new Set()).held).toEqual([]);
  expect(planned(new Set([file.id])).held).toMatchObject([{ what: 'deletes', direction: 'to-local', nodes: 2 }]);
});

it('[P46] a held folder that an edit keeps holds what was moved into it since', () => {
  const s = situation({ d: null, 'd/a': '1', 'd/b': '2', c: '3', other: '4' });
  const folder = localAt(s.world, 'd');
  s.here.move('c', 'd/c');
  s.here.write('d/a', 'edited');
  s.hashed('d/a');
  s.there.remove('d');
  s.there.remove('c');
  const guard = { items: 50, share: 0.25 };

  const made = s.plan({ guard, held: { localIds: new Set([folder.id]), itemIds: new Set() } });
  expect(made.steps.map(({ kind }) => kind)).toEqual(['create-remote-folder', 'upload']);
  expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-local', nodes: 2 }]);
});

it('[P46] a held file holds the folder that it was moved into since', () => {
  const s = situation({ d: null, 'd/a': '1', c: '2', other: '3' });
  const file = localAt(s.world, 'c');
  s.here.move('c', 'd/c');
  s.there.remove('d');
  s.there.remove('c');
  const guard = { items: 50, share: 0.25 };

  const made = s.plan({ guard, held: { localIds: new Set([file.id]), itemIds: new Set() } });
  expect(made.steps).toEqual([]);
  expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-local', nodes: 3 }]);
});

it('[P46] [P19] a folder stays whole while an item of it waits for the name of a held one', () => {
  const others = Object.fromEntries([...'bcdefghijk'].map((name) => [`${name}.txt`, name]));
  const s = situation({ d: null, 'd/a.txt': '1', 'd/x.txt': '2', ...others });
  const folder = localAt(s.world, 'd');
  for (const name of Object.keys(others)) s.there.remove(name);
  s.there.move('d/a.txt', 'b.txt');
  s.there.remove('d');
  const released = { localIds: new Set([folder.id]), itemIds: new Set<never>() };

  const made = s.plan({ guard: { items: 3, share: 0.1 }, syncedCount: 13, released });
  expect(made.steps).toEqual([]);
  expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-local', nodes: 10 }]);
});
