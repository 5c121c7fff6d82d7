import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nameKey as contractNameKey, nameFault } from '../../../../../contract/rules/names.ts';
import { localId } from '../../../../../main/engine/model/ids.ts';
import { nameKey } from '../../../../../main/engine/model/names/name-key.ts';
import type { Trees } from '../../../../../main/engine/model/tree.ts';
import { serviceNameFault } from '../../../../../main/engine/plan/names/names.ts';
import { plan, planInPortions } from '../../../../../main/engine/plan/plan.ts';
import { unhurried } from '../../../../../main/engine/root/planning/unhurried.ts';
import { planSettings } from '../../../../support/engine/trees.ts';
import { dirtyOf, newLocal, ROOT_LOCAL, treesOf } from '../../../../support/model/model-world.ts';
import { situation } from './situation.ts';

const MANY = 100_000;

it('[P32] without a root on one side the plan is empty [E67]', () => {
  const s = situation({ 'a.txt': '1' });
  s.here.remove('a.txt');
  s.world.local.delete(ROOT_LOCAL);
  expect(s.plan()).toEqual({ steps: [], blocked: [], held: [], settled: { localIds: [], itemIds: [] } });
});

it('[P32] the cost follows the dirty nodes: one change in a large root looks at a few nodes only', () => {
  const s = situation(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`d${n % 20}/f${n}`, String(n)])));
  s.here.write('d3/f3', 'edited');
  const looks = { count: 0 };
  const trees = counted(treesOf(s.world), looks);
  expect(plan(trees, dirtyOf(s.world), planSettings()).steps).toHaveLength(1);
  expect(looks.count).toBeLessThan(30);
});

it('[P32] of very many new files each is looked at a few times, however many there are', () => {
  const s = situation();
  s.here.folder('d');
  const [folder] = s.world.dirtyLocal;
  if (folder === undefined) throw new Error('no folder');
  for (let n = 0; n < MANY; n++) {
    const id = localId(s.world.next++);
    s.world.local.set(id, newLocal(s.world, id, folder, `f${n}`, 'file', 'x'));
    s.world.dirtyLocal.add(id);
  }
  const looks = { count: 0 };
  const trees = counted(treesOf(s.world), looks);
  expect(plan(trees, dirtyOf(s.world), planSettings()).steps).toHaveLength(MANY + 1);
  expect(looks.count).toBeLessThan(MANY * 10);
}, 60_000);

it.each(['here', 'there'] as const)(
  '[E120] a large folder deleted %s is judged in portions, none larger the larger it is',
  (side) => {
    const most = (folders: number): number => {
      const files = Array.from({ length: folders * 30 }, (_, n) => [`large/d${n % folders}/f${n}`, String(n)]);
      const s = situation(Object.fromEntries(files));
      s[side].remove('large');
      const looks = { count: 0 };
      const made = planInPortions(counted(treesOf(s.world), looks), dirtyOf(s.world), planSettings());
      let largest = 0;
      for (let isDone = false; !isDone; largest = Math.max(largest, looks.count)) {
        looks.count = 0;
        isDone = made.next().done === true;
      }
      return largest;
    };
    expect(most(60)).toBeLessThan(most(15) * 1.5);
  },
);

it('[I12] a plan made in portions is the plan made at once', async () => {
  const s = situation();
  for (let n = 0; n < 1_000; n++) {
    const id = localId(s.world.next++);
    s.world.local.set(id, newLocal(s.world, id, ROOT_LOCAL, `f${n}`, 'file', 'x'));
    s.world.dirtyLocal.add(id);
  }
  const [trees, dirty] = [treesOf(s.world), dirtyOf(s.world)];
  let pauses = 0;
  const made = await unhurried(planInPortions(trees, dirty, planSettings()), {
    within: (portion) => portion(),
    pause: async () => {
      pauses += 1;
    },
  });
  expect(made).toEqual(plan(trees, dirty, planSettings()));
  expect(made.steps).toHaveLength(1_000);
  expect(pauses).toBeGreaterThan(15);
});

it('[P32] a very deep tree of new folders does not exhaust the stack', () => {
  const s = situation();
  let parent = ROOT_LOCAL;
  for (let depth = 0; depth < 20_000; depth++) {
    const id = localId(s.world.next++);
    s.world.local.set(id, newLocal(s.world, id, parent, 'd', 'folder', ''));
    s.world.dirtyLocal.add(id);
    parent = id;
  }
  expect(s.plan().steps).toHaveLength(20_000);
});

it("[P28] the rule for the service's names is the one of the contract", () => {
  const part = fc.constantFrom('a', '/', '\\', ' ', '.', '\u0001', '\u007f', '\ud800', '\u{1f600}', 'x'.repeat(130));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const name = parts.join('');
      expect(serviceNameFault(name) === null).toBe(nameFault(name) === null);
    }),
  );
});

it('[P25] names are compared as the contract compares them', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Stra\u00dfe', '\u03a3\u03c2', '\u0130')),
      (name) => {
        expect(nameKey(name)).toBe(contractNameKey(name));
      },
    ),
  );
});

function counted(trees: Trees, looks: { count: number }): Trees {
  const count = <Args extends readonly unknown[], Value>(read: (...args: Args) => Value) => {
    return (...args: Args): Value => {
      looks.count++;
      const value = read(...args);
      if (Array.isArray(value)) looks.count += value.length;
      return value;
    };
  };
  return {
    rootLocalId: trees.rootLocalId,
    rootItemId: trees.rootItemId,
    local: count(trees.local),
    localChildren: count(trees.localChildren),
    localByKey: count(trees.localByKey),
    remote: count(trees.remote),
    remoteChildren: count(trees.remoteChildren),
    remoteByKey: count(trees.remoteByKey),
    syncedByLocal: count(trees.syncedByLocal),
    syncedByItem: count(trees.syncedByItem),
    syncedChildren: count(trees.syncedChildren),
    syncedNamed: count(trees.syncedNamed),
    leftOver: trees.leftOver,
    holdsIgnored: trees.holdsIgnored,
    ignoredAt: count(trees.ignoredAt),
    isExcluded: count(trees.isExcluded),
    isOwn: count(trees.isOwn),
    wasLost: count(trees.wasLost),
  };
}
