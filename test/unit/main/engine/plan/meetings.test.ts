import { describe, expect, it } from 'vitest';
import { runStep } from '../../../../support/model/model-executor.ts';
import { type Situation, situation } from './situation.ts';

const COPY = '(conflicted copy laptop 2026-03-01)';

describe('deleted and made again', () => {
  it('[P11] here, with the same bytes: no transfer [E19]', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.remove('a.txt');
    s.here.write('a.txt', 'one');
    expect(s.settle()).toEqual(['P20 hash a.txt', 'P11 adopt a.txt']);
  });

  it.each([
    ['a file', 'one', ['P20 hash notes', 'P11 adopt notes', 'P6 move-remote Notes -> notes']],
    ['a folder', null, ['P11 adopt notes', 'P6 move-remote Notes -> notes']],
  ])('[P11] here, %s under its name in another case: the new case is a rename', (_what, content, steps) => {
    const s = situation({ Notes: content });
    s.here.remove('Notes');
    if (content === null) s.here.folder('notes');
    else s.here.write('notes', content);
    expect(s.settle()).toEqual(steps);
    expect([s.local(), s.remote()]).toEqual([{ notes: content }, { notes: content }]);
  });

  it.each([
    ['a file', 'one', ['P11 adopt Notes', 'P3 move-local Notes -> notes']],
    ['a folder', null, ['P11 adopt Notes', 'P3 move-local Notes -> notes']],
  ])('[P11] there, %s under its name in another case: the new case is a rename', (_what, content, steps) => {
    const s = situation({ Notes: content });
    s.there.remove('Notes');
    if (content === null) s.there.folder('notes');
    else s.there.write('notes', content);
    expect(s.settle()).toEqual(steps);
    expect([s.local(), s.remote()]).toEqual([{ notes: content }, { notes: content }]);
  });

  it('[P11] here, with other bytes: a new version of the same item [E20]', () => {
    const s = situation({ 'a.txt': 'one' });
    const [item] = s.world.dirtyItems.keys();
    s.here.remove('a.txt');
    s.here.write('a.txt', 'longer');
    expect(s.settle()).toEqual(['P11 upload-version a.txt']);
    expect(item).toBeUndefined();
    expect(s.remote()).toEqual({ 'a.txt': 'longer' });
  });

  it('[P11] there, with other bytes: a new version here', () => {
    const s = situation({ 'a.txt': 'one' });
    s.there.remove('a.txt');
    s.there.write('a.txt', 'longer');
    expect(s.settle()).toEqual(['P11 download-version a.txt']);
  });

  it('[P11] a whole folder here: every file below finds its item, nothing is deleted there', () => {
    const s = situation({ 'd/a': 'one', 'd/b': 'two' });
    s.here.remove('d');
    s.here.folder('d');
    s.here.write('d/a', 'one');
    s.here.write('d/b', 'changed');
    expect(s.settle()).toEqual(['P11 adopt d', 'P20 hash a', 'P11 upload-version b', 'P11 adopt a']);
  });

  it('[P11] edited there while it was made again here: both are kept', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.remove('a.txt');
    s.here.write('a.txt', 'mine');
    s.there.write('a.txt', 'theirs');
    s.settle();
    expect(s.local()).toEqual({ [`a ${COPY}.txt`]: 'mine', 'a.txt': 'theirs' });
    expect(s.remote()).toEqual(s.local());
  });
});

describe('deleted here and made again at the place to which it was moved there', () => {
  it('[P11] with the same bytes: no transfer, nothing is deleted there', () => {
    const s = situation({ 'a.txt': 'one' });
    s.there.move('a.txt', 'b.txt');
    s.here.remove('a.txt');
    s.here.write('b.txt', 'one');
    expect(s.settle()).toEqual(['P20 hash b.txt', 'P11 adopt b.txt']);
  });

  it('[P11] in another folder, with other bytes: a new version of the same item', () => {
    const s = situation({ 'a.txt': 'one', d: null });
    s.there.move('a.txt', 'd/a.txt');
    s.here.remove('a.txt');
    s.here.write('d/a.txt', 'longer');
    expect(s.settle()).toEqual(['P11 upload-version a.txt', 'P21 adopt a.txt']);
    expect([s.local(), s.remote()]).toEqual([
      { d: null, 'd/a.txt': 'longer' },
      { d: null, 'd/a.txt': 'longer' },
    ]);
  });

  it('[P11] a folder: only what is not in it again is deleted there', () => {
    const s = situation({ 'd/a': 'one', 'd/b': 'two' });
    s.there.move('d', 'e');
    s.here.remove('d');
    s.here.folder('e');
    s.here.write('e/a', 'longer');
    expect(s.settle()).toEqual(['P11 adopt e', 'P11 upload-version a', 'P10 trash-remote b 1']);
    expect([s.local(), s.remote()]).toEqual([
      { e: null, 'e/a': 'longer' },
      { e: null, 'e/a': 'longer' },
    ]);
  });
});

describe('moved onto the name of another item that has the same bytes', () => {
  it('[P12] edited here while it was deleted there: one file, no transfer', () => {
    const s = situation({ 'a.txt': 'one', 'b.txt': 'two' });
    s.here.remove('b.txt');
    s.here.move('a.txt', 'b.txt');
    s.here.write('b.txt', 'new');
    s.there.remove('a.txt');
    s.there.remove('b.txt');
    s.there.write('b.txt', 'new');
    expect(s.settle()).toEqual(['P13 forget (gone)', 'P20 hash b.txt', 'P11 adopt b.txt']);
    expect([s.local(), s.remote()]).toEqual([{ 'b.txt': 'new' }, { 'b.txt': 'new' }]);
  });

  it('[P12] edited there while it was deleted here: one file, no transfer', () => {
    const s = situation({ 'a.txt': 'one' });
    s.there.move('a.txt', 'b.txt');
    s.there.write('b.txt', 'new');
    s.here.remove('a.txt');
    s.here.write('b.txt', 'new');
    expect(s.settle()).toEqual(['P20 hash b.txt', 'P11 adopt b.txt']);
    expect([s.local(), s.remote()]).toEqual([{ 'b.txt': 'new' }, { 'b.txt': 'new' }]);
  });

  it('[P24] with other bytes of the same length: both are kept', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.move('a.txt', 'b.txt');
    s.here.write('b.txt', 'new');
    s.there.remove('a.txt');
    s.there.write('b.txt', 'old');
    s.settle();
    expect(s.local()).toEqual({ [`b ${COPY}.txt`]: 'new', 'b.txt': 'old' });
    expect(s.remote()).toEqual(s.local());
  });
});

describe('deleted folders', () => {
  it('[P19] deleted there, with a new and a changed file here: they and their ancestors survive [E17]', () => {
    const s = situation({ 'd/old': '1', 'd/e/changed': '2', 'd/f/x': '3', 'd/f/y': '4' });
    s.here.write('d/e/changed', 'longer');
    s.here.write('d/new', 'n');
    s.there.remove('d');
    expect(s.steps()).toEqual([
      'P19 create-remote-folder d',
      'P19 create-remote-folder e',
      'P12 upload changed',
      'P14 upload new',
      'P4 trash-local old 1',
      'P4 trash-local f 3',
    ]);
    s.settle();
    expect(s.remote()).toEqual({ d: null, 'd/e': null, 'd/e/changed': 'longer', 'd/new': 'n' });
    expect(s.local()).toEqual(s.remote());
  });

  it('[P19] deleted here, with a new and a changed file there: they and their ancestors survive [E17]', () => {
    const s = situation({ 'd/old': '1', 'd/e/changed': '2', 'd/f/x': '3' });
    s.there.write('d/e/changed', 'longer');
    s.there.write('d/new', 'n');
    s.here.remove('d');
    s.settle();
    expect(s.remote()).toEqual({ d: null, 'd/e': null, 'd/e/changed': 'longer', 'd/new': 'n' });
    expect(s.local()).toEqual(s.remote());
  });

  it('[P23] moved out here, then the folder deleted: the move comes first [E15]', () => {
    const s = situation({ 'd/x': '1', 'd/keep': '2' });
    s.here.move('d/keep', 'keep');
    s.here.remove('d');
    const { steps } = s.plan();
    expect(s.steps()).toEqual(['P6 move-remote keep -> keep', 'P10 trash-remote d 2']);
    expect(steps[1]?.after).toEqual([steps[0]?.key]);
  });

  it('[P23] moved out there, then the folder deleted: the move comes first [E15]', () => {
    const s = situation({ 'd/x': '1', 'd/keep': '2' });
    s.there.move('d/keep', 'keep');
    s.there.remove('d');
    expect(s.steps()).toEqual(['P3 move-local keep -> keep', 'P4 trash-local d 2']);
  });

  it('[P20] a file in it with another time and the same size is hashed before it goes', () => {
    const s = situation({ 'd/x': '1', 'd/y': '2' });
    s.here.touch('d/x');
    s.there.remove('d');
    expect(s.steps()).toEqual(['P20 hash x', 'P4 trash-local y 1']);
    s.settle();
    expect(s.local()).toEqual({});
  });
});

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

describe('kinds', () => {
  it('[P10] [P14] a file that became a folder here: through the trash [E25]', () => {
    const s = situation({ thing: '1' });
    s.here.remove('thing');
    s.here.folder('thing');
    expect(s.settle()).toEqual(['P10 trash-remote thing 1', 'P14 create-remote-folder thing']);
  });

  it('[P18] a folder that became a file here, with a child edited there: the folder is kept [E25]', () => {
    const s = situation({ 'thing/x': '1', 'thing/y': '2' });
    s.here.remove('thing');
    s.here.write('thing', 'file');
    s.there.write('thing/x', 'edited');
    s.settle();
    expect(s.remote()).toEqual({ thing: null, [`thing ${COPY}`]: 'file', 'thing/x': 'edited' });
    expect(s.local()).toEqual(s.remote());
  });

  it('[P26] a file that became a folder here and was edited there: the file takes the conflict name [E26]', () => {
    const s = situation({ 'thing.txt': '1' });
    s.here.remove('thing.txt');
    s.here.folder('thing.txt');
    s.here.write('thing.txt/in', 'it');
    s.there.write('thing.txt', 'edited');
    s.settle();
    expect(s.local()).toEqual({ 'thing.txt': null, 'thing.txt/in': 'it', [`thing ${COPY}.txt`]: 'edited' });
    expect(s.remote()).toEqual(s.local());
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
