import { describe, expect, it } from 'vitest';
import { statesFor } from '../../../../../../main/engine/acts/scope/selection.ts';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import type { Plan } from '../../../../../../main/engine/model/plan/plan.ts';
import { plan } from '../../../../../../main/engine/plan/plan.ts';
import { planSettings } from '../../../../../support/engine/trees.ts';
import { dirtyOf, localAt, remoteAt, treesOf } from '../../../../../support/model/model-world.ts';
import { type Situation, situation } from '../situation.ts';

/** Puts a folder out of scope, as the service would tell it. */
function exclude(s: Situation, path: string): void {
  const entry = remoteAt(s.world, path);
  const state: RemoteEntry['syncState'] = 'not_synced';
  s.world.remote.set(entry.id, { ...entry, syncState: state });
  s.world.dirtyItems.add(entry.id);
}

/** The folder "d" leaves this computer, and "a" in it moved on the service to a name that a rule ignores. */
function movedToIgnoredName(): Situation {
  const s = situation({ d: null, 'd/a': '1', e: null });
  s.there.move('d/a', 'e/a.tmp');
  exclude(s, 'd');
  return s;
}

const planIgnoring = ({ world }: Situation): Plan =>
  plan({ ...treesOf(world), leavesOut: (path) => path.endsWith('.tmp') }, dirtyOf(world), planSettings());

describe('a folder excluded from this computer', () => {
  it('[P66] goes to the local trash in one step, past the guard', () => {
    const s = situation({ d: null, 'd/a': '1', 'd/e': null, 'd/e/b': '2', other: '3' });
    exclude(s, 'd');
    expect(s.plan({ guard: { items: 1, share: 0 }, syncedCount: 5 })).toMatchObject({
      held: [],
      steps: [{ kind: 'trash-local', rule: 'P66', subtree: 4, staysThere: true }],
    });
  });

  it('[P66] what the service no longer has goes by a delete of its own first, which the guard may hold', () => {
    const s = situation({ d: null, 'd/a': '1', 'd/b': '2', 'd/c': '3', other: '4' });
    s.there.remove('d/a');
    s.there.remove('d/b');
    exclude(s, 'd');
    expect(s.plan({ guard: { items: 1, share: 0 }, syncedCount: 5 })).toMatchObject({
      held: [{ what: 'deletes', direction: 'to-local', nodes: 2 }],
      steps: [{ kind: 'trash-local', rule: 'P66', itemKind: 'file' }],
    });
    expect(s.steps()).toEqual(['P4 trash-local a 1', 'P4 trash-local b 1', 'P66 trash-local c 1']);
  });

  it('[P66] local changes go up first, and the clean parts leave meanwhile', () => {
    const s = situation({ d: null, 'd/a': '1', 'd/e': null, 'd/e/b': '2' });
    s.here.write('d/a', 'edited');
    s.hashed('d/a');
    s.here.write('d/new', '3');
    exclude(s, 'd');
    expect([...s.steps()].toSorted()).toEqual(['P14 upload new', 'P5 upload-version a', 'P66 trash-local e 2']);
  });

  it('[P66] a new version there does not come down before it leaves', () => {
    const s = situation({ d: null, 'd/a': '1' });
    s.there.write('d/a', '2');
    exclude(s, 'd');
    expect(s.steps()).toEqual(['P66 trash-local d 2']);
  });

  it('[P66] a move out of it here takes the item along, there and here', () => {
    const s = situation({ d: null, 'd/a': '1', 'd/b': '2' });
    s.here.move('d/a', 'a');
    exclude(s, 'd');
    expect(s.steps()).toEqual(['P6 move-remote a -> a', 'P66 trash-local d 2']);
  });

  it('[P66] [P69] an item that moved on the service from it to an ignored name leaves with it', () => {
    const s = movedToIgnoredName();
    expect(planIgnoring(s)).toMatchObject({ steps: [{ kind: 'trash-local', rule: 'P66', subtree: 2 }], blocked: [] });
  });

  it('[P66] [P69] an edited one that cannot be uploaded keeps it here, and says why', () => {
    const s = movedToIgnoredName();
    s.here.write('d/a', 'edited');
    s.hashed('d/a');
    const there = remoteAt(s.world, 'e/a.tmp');
    s.world.remote.set(there.id, { ...there, canUpload: false });
    expect(planIgnoring(s)).toMatchObject({ steps: [], blocked: [{ problem: { code: 'no_permission' } }] });
  });

  it('[P66] an item that moved on the service out of it and cannot leave keeps it here, the rest goes', () => {
    const s = situation({ d: null, 'd/a': '1', 'd/b': '2', e: null });
    s.there.move('d/a', 'e/..');
    exclude(s, 'd');
    expect(s.plan()).toMatchObject({
      steps: [{ kind: 'trash-local', itemKind: 'file' }],
      blocked: [{ suggestedName: '__' }],
    });
  });

  it('[P66] gone here as well: only the rows are forgotten, nothing is deleted there', () => {
    const s = situation({ d: null, 'd/a': '1' });
    s.here.remove('d');
    exclude(s, 'd');
    expect(s.steps()).toEqual(['P66 forget d', 'P66 forget a']);
  });

  it('[P66] [P19] nor with the folder around it, which is deleted here while it leaves: that folder stays there', () => {
    const s = situation({ p: null, 'p/in': null, 'p/in/q': null, 'p/in/q/a': '1', 'p/in/b': '2' });
    exclude(s, 'p/in/q');
    s.here.remove('p');
    expect(s.steps().filter((step) => step.includes('trash'))).toEqual(['P10 trash-remote b 1']);
    s.settle();
    expect(s.remote()).toEqual({ p: null, 'p/in': null, 'p/in/q': null, 'p/in/q/a': '1' });
    expect(s.local()).toEqual({ p: null, 'p/in': null });
    expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
  });

  it('[P85] a folder deleted here waits for the removal of one in it, which is wanted again', () => {
    const s = situation({ p: null, 'p/q': null, 'p/q/a': '1', 'p/b': '2' });
    const q = localAt(s.world, 'p/q').id;
    s.here.remove('p');
    const unsettled = { localIds: new Set([q]), itemIds: new Set<never>() };
    expect(s.steps({ unsettled })).toEqual(['P10 trash-remote b 1']);
    expect(s.steps()).toEqual(['P10 trash-remote p 4']);
  });

  it('[P65] a new folder there stays there', () => {
    const s = situation({ d: null });
    s.there.folder('out');
    s.there.write('out/a', '1');
    exclude(s, 'out');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
  });

  it('[P68] something new under its name here is blocked; an empty folder is not', () => {
    const s = situation({});
    s.there.folder('out');
    s.here.folder('out');
    exclude(s, 'out');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
    s.here.write('out/mine', '1');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { code: 'excluded_here' } }] });
  });

  it('[P68] an empty folder in such an empty folder is left alone as well', () => {
    const s = situation({});
    s.there.folder('out');
    s.here.folder('out');
    s.here.folder('out/new');
    exclude(s, 'out');
    const settled = { localIds: [localAt(s.world, 'out').id, localAt(s.world, 'out/new').id] };
    expect(s.plan()).toMatchObject({ steps: [], blocked: [], settled });
  });

  it('[P68] a folder left alone leaves with the folder above it', () => {
    const s = situation({ top: null });
    s.there.folder('top/out');
    s.here.folder('top/out');
    exclude(s, 'top/out');
    exclude(s, 'top');
    expect(s.steps()).toEqual(['P66 trash-local top 2']);
  });
});

describe('choosing folders', () => {
  const tree = (s: Situation) => ({
    rootItemId: remoteAt(s.world, '').id,
    remote: (id: RemoteEntry['id']) => s.world.remote.get(id),
    remoteChildren: (id: RemoteEntry['id']) => [...s.world.remote.values()].filter(({ parentId }) => parentId === id),
    syncStateOf: (id: RemoteEntry['id']) => s.world.remote.get(id)?.syncState ?? 'synced',
    unsyncedFolders: () => [],
  });

  it('[P65] folders that stay out are marked before a folder above them comes in', () => {
    const s = situation({ a: null, 'a/b': null, 'a/b/c': null, 'a/b/x': null, 'a/y': null });
    exclude(s, 'a');
    const states = statesFor(tree(s), [{ folder: remoteAt(s.world, 'a/b/c').id, choice: 'synced' }]);
    const names = [...states].map(([id, state]) => [s.world.remote.get(id)?.name, state] as const);
    expect(new Map(names.slice(0, 2))).toEqual(
      new Map([
        ['x', 'not_synced'],
        ['y', 'not_synced'],
      ]),
    );
    expect(names.slice(2)).toEqual([
      ['b', 'partially_synced'],
      ['a', 'partially_synced'],
    ]);
  });
});
