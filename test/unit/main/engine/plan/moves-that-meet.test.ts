import { describe, expect, it } from 'vitest';
import { runStep } from '../../../../support/model/model-executor.ts';
import { type Situation, situation } from './situation.ts';

const COPY = '(conflicted copy laptop 2026-03-01)';

describe('moves that meet', () => {
  it('[P9] A into B here, B into A there: the move there wins, the one here is undone [E11]', () => {
    const s = situation({ A: null, B: null });
    s.here.move('A', 'B/A');
    s.there.move('B', 'A/B');
    s.settle();
    expect(s.local()).toEqual({ A: null, 'A/B': null });
    expect(s.remote()).toEqual(s.local());
  });

  it('[P9] undoing is journalled by its own rule', () => {
    const s = situation({ A: null, B: null });
    s.here.move('A', 'B/A');
    s.there.move('B', 'A/B');
    expect(s.settle().some((step) => step.startsWith('P9 move-local A'))).toBe(true);
  });

  it('[P22] two names swapped here: ids keep their content [E13]', () => {
    const s = situation({ a: '1', b: '2' });
    const ids = [...s.world.remote.values()].filter((e) => e.kind === 'file').map((e) => [e.id, e.content]);
    s.here.move('a', 'tmp');
    s.here.move('b', 'a');
    s.here.move('tmp', 'b');
    const ran = s.settle();
    expect(ran).toHaveLength(3);
    expect(s.remote()).toEqual({ a: '2', b: '1' });
    expect([...s.world.remote.values()].filter((e) => e.kind === 'file').map((e) => [e.id, e.content])).toEqual(ids);
  });

  it('[P22] three names rotated there [E13]', () => {
    const s = situation({ a: '1', b: '2', c: '3' });
    s.there.move('a', 'tmp');
    s.there.move('c', 'a');
    s.there.move('b', 'c');
    s.there.move('tmp', 'b');
    expect(s.settle()).toHaveLength(4);
    expect(s.local()).toEqual({ a: '3', b: '1', c: '2' });
  });

  it('[P23] what is new in a folder that moves is made here once the folder has moved', () => {
    const s = situation({ a: null, b: null });
    s.there.move('a', 'c');
    s.there.folder('c/new');
    const { steps } = s.plan();
    expect(s.steps()).toEqual(['P3 move-local a -> c', 'P15 create-local-folder new']);
    expect(steps[1]?.after).toEqual([steps[0]?.key]);
  });

  it('[P22] [P23] what is new in one of two swapped folders waits for the plan in which that one gets its name', () => {
    const s = situation({ a: null, b: null });
    s.there.move('a', 'tmp');
    s.there.move('b', 'a');
    s.there.move('tmp', 'b');
    for (const folder of ['a', 'b']) s.there.folder(`${folder}/new`);
    const isMade = ({ kind }: { readonly kind: string }): boolean => kind === 'create-local-folder';
    expect(s.plan().steps.filter(isMade)).toHaveLength(1);
    s.settle();
    expect(s.local()).toEqual({ a: null, 'a/new': null, b: null, 'b/new': null });
  });

  it('[P22] a folder and the folder in it change places here', () => {
    const s = situation({ 'a/b/x': '1', 'a/y': '2' });
    s.here.move('a/b', 'tmp');
    s.here.move('a', 'tmp/b');
    s.here.move('tmp', 'a');
    s.settle();
    expect(s.remote()).toEqual({ a: null, 'a/b': null, 'a/b/y': '2', 'a/x': '1' });
  });

  it.each(['here', 'there'] as const)(
    '[P22] two folders change places %s, and the one around them goes into one of them',
    (side) => {
      const s = situation({ 'b/notes/d': '1', 'N/b/x': '2' });
      s[side].move('N/b', 'tmp');
      s[side].move('b', 'N/b');
      s[side].move('tmp', 'b');
      s[side].move('N', 'b/N');
      s[side].move('b/N/b/notes/d', 'N');
      s.settle();
      const result = { N: '1', b: null, 'b/N': null, 'b/N/b': null, 'b/N/b/notes': null, 'b/x': '2' };
      expect([s.local(), s.remote()]).toEqual([result, result]);
    },
  );

  it('[P22] an item left at its temporary name by a crash goes to where the other side has it', () => {
    const s = swappedHere();
    s.settle();
    expect(s.remote()).toEqual({ a: '2', b: '1' });
    expect(s.local()).toEqual({ a: '2', b: '1' });
  });

  it('[P22] deleted here and edited there while its name was a temporary one: it comes back under the one to which it went', () => {
    const s = swappedHere();
    s.here.remove('a');
    s.there.write(temporaryIn(s.remote()), 'edited');
    s.settle();
    expect(s.remote()).toEqual({ a: 'edited', b: '1' });
    expect(s.local()).toEqual({ a: 'edited', b: '1' });
    expect(s.plan().steps).toEqual([]);
  });

  it('[P22] deleted there and edited here under a temporary name: uploaded again, it gets its target name', () => {
    const s = situation({ a: '1', b: '2' });
    s.there.move('a', 'tmp');
    s.there.move('b', 'a');
    s.there.move('tmp', 'b');
    runFirst(s);
    s.there.remove('a');
    s.here.write(temporaryIn(s.local()), 'edited');
    s.settle();
    expect(s.remote()).toEqual({ a: 'edited', b: '1' });
    expect(s.local()).toEqual({ a: 'edited', b: '1' });
  });

  it('[P22] left in motion on both sides, with its name taken there by something new: it gets a free one', () => {
    const s = situation({ '.tandem-moving-laptop-9.a': '1' });
    s.here.write('.tandem-moving-laptop-9.a', '2');
    s.there.folder('a');
    s.settle();
    expect(s.remote()).toEqual({ a: null, 'a (2)': '2' });
    expect(s.local()).toEqual(s.remote());
  });

  it('[P22] deleted here and edited there in motion, with its name taken meanwhile: it gets a free one', () => {
    const s = swappedHere();
    s.here.remove('a');
    s.there.write(temporaryIn(s.remote()), 'edited');
    s.here.write('a', 'new');
    s.settle();
    expect(s.remote()).toEqual({ a: 'new', 'a (2)': 'edited', b: '1' });
    expect(s.local()).toEqual(s.remote());
  });

  it('[P6] a folder renamed here, and a new one with its old name: two folders, no merge [E14]', () => {
    const s = situation({ 'd/x': '1' });
    s.here.move('d', 'renamed');
    s.here.folder('d');
    s.here.write('d/y', '2');
    expect(s.steps()).toEqual(['P6 move-remote d -> renamed', 'P14 create-remote-folder d', 'P14 upload y']);
  });

  it('[P23] a file renamed over another one here: the name is freed by the delete first', () => {
    const s = situation({ a: '1', b: '2' });
    s.here.move('b', 'a');
    expect(s.steps()).toEqual(['P10 trash-remote a 1', 'P6 move-remote b -> a']);
    expect(s.plan().steps[1]?.after).toHaveLength(1);
  });

  it('[P24] renamed to B here while B is made there: both are kept [E12]', () => {
    const s = situation({ A: '1' });
    s.here.move('A', 'B');
    s.there.write('B', 'new');
    s.settle();
    expect(s.local()).toEqual({ B: 'new', [`B ${COPY}`]: '1' });
    expect(s.remote()).toEqual(s.local());
  });

  it('[P24] moved there onto a name that a new file has here: the new file is renamed aside first [E28]', () => {
    const s = situation({ A: '1' });
    s.here.write('B', 'new');
    s.there.move('A', 'B');
    expect(s.steps()).toEqual([`P24 set-aside B -> B ${COPY} name_taken`]);
    s.settle();
    expect(s.local()).toEqual({ B: '1', [`B ${COPY}`]: 'new' });
  });
});

/** Two files changed names here, and of the ring only the first step was run: one is at a temporary name there. */
function swappedHere(): Situation {
  const s = situation({ a: '1', b: '2' });
  s.here.move('a', 'tmp');
  s.here.move('b', 'a');
  s.here.move('tmp', 'b');
  runFirst(s);
  return s;
}

function runFirst(s: Situation): void {
  const [first] = s.plan().steps;
  if (first === undefined) throw new Error('nothing is planned');
  expect(first).toMatchObject({ rule: 'P22' });
  runStep(s.world, first);
}

function temporaryIn(tree: Readonly<Record<string, string | null>>): string {
  const name = Object.keys(tree).find((path) => path.startsWith('.tandem-moving'));
  if (name === undefined) throw new Error('nothing is at a temporary name');
  return name;
}
