import { describe, expect, it } from 'vitest';
import { situation } from './situation.ts';

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
