import { expect, test } from 'vitest';
import { localAt, ROOT_LOCAL } from '../../../../support/model/model-world.ts';
import { situation } from './situation.ts';

/** The place and the content of one item change, on one side or on both. */
const COPY = '(conflicted copy laptop 2026-03-01)';

test('[P33] moved and edited here: one move, one new version, the id is kept [E8]', () => {
  const s = situation({ 'a.txt': '1' });
  s.here.move('a.txt', 'b.txt');
  s.here.write('b.txt', 'edited');
  expect(s.settle()).toEqual(['P6 move-remote a.txt -> b.txt', 'P5 upload-version b.txt']);
});

test.each([
  ['B.txt', 'name_taken_by_sibling'],
  ['b ', 'name_not_allowed_by_service'],
])(
  '[P33] edited under the name "%s", which it cannot have: the edit goes at once, the name once it is free',
  (name, code) => {
    const s = situation({ 'a.txt': '1', 'b.txt': '2' });
    s.here.move('a.txt', name);
    s.here.write(name, 'edited');
    expect(s.plan()).toMatchObject({ steps: [{ kind: 'upload-version' }], blocked: [{ problem: { code } }] });
    expect(s.settle()).toEqual([`P5 upload-version ${name}`]);
    expect(s.remote()).toEqual({ 'a.txt': 'edited', 'b.txt': '2' });
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { code } }] });
    s.here.move(name, 'c.txt');
    expect(s.settle()).toEqual(['P6 move-remote a.txt -> c.txt']);
  },
);

test('[P33] edited there while it cannot take its new name: the edit comes at once', () => {
  const s = situation({ 'a.txt': '1', 'b.txt': '2' });
  s.here.move('a.txt', 'B.txt');
  s.there.write('a.txt', 'theirs');
  expect(s.settle()).toEqual(['P2 download-version B.txt']);
  expect(s.local()).toEqual({ 'B.txt': 'theirs', 'b.txt': '2' });
  expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { code: 'name_taken_by_sibling' } }] });
});

test('[P33] edited while its name waits for a file that cannot give it up: the edit goes at once, the name later', () => {
  const s = situation({ 'a.txt': '1', 'b.txt': '2', 'c.txt': '3' });
  s.here.move('a.txt', 'B\\.txt');
  s.here.move('b.txt', 'a.txt');
  s.here.move('c.txt', 'b.txt');
  s.here.write('b.txt', 'edited here');
  expect(s.plan()).toMatchObject({
    steps: [{ kind: 'upload-version' }],
    blocked: [
      { problem: { code: 'name_not_allowed_by_service' } },
      { problem: { code: 'name_taken_by_sibling' } },
      { problem: { code: 'name_taken_by_sibling' } },
    ],
  });
  expect(s.settle()).toEqual(['P5 upload-version b.txt']);
  s.there.write('c.txt', 'edited there');
  expect(s.settle()).toEqual(['P2 download-version b.txt']);
  expect(s.plan().blocked).toHaveLength(3);
  s.here.move('B\\.txt', 'd.txt');
  expect(s.settle()).toEqual([
    'P6 move-remote a.txt -> d.txt',
    'P6 move-remote b.txt -> a.txt',
    'P6 move-remote c.txt -> b.txt',
  ]);
});

test('[P33] edited in a new folder that the service cannot have: the edit goes to where the file was', () => {
  const s = situation({ 'a.txt': '1', 'd/b.txt': '2' });
  s.here.folder('new ');
  s.here.move('a.txt', 'new /a.txt');
  s.here.write('new /a.txt', 'edited');
  s.here.move('d/b.txt', 'new /b.txt');
  expect(s.settle()).toEqual(['P5 upload-version a.txt']);
  expect(s.remote()).toEqual({ 'a.txt': 'edited', d: null, 'd/b.txt': '2' });
  expect(s.plan().blocked).toMatchObject([{ problem: { code: 'name_not_allowed_by_service' } }]);
});

test('[P33] [P31] edited while its name waits for one whose delete is held: the edit goes at once', () => {
  const s = situation({ 'a.txt': '1', ...Object.fromEntries([...'bcdefghijk'].map((name) => [`${name}.txt`, name])) });
  for (const name of 'bcdefghijk') s.here.remove(`${name}.txt`);
  s.here.move('a.txt', 'b.txt');
  s.here.write('b.txt', 'edited');
  const settings = { guard: { items: 3, share: 0.1 }, syncedCount: 11 };
  expect(s.plan(settings)).toMatchObject({
    steps: [{ kind: 'upload-version' }],
    blocked: [{ problem: { code: 'held_by_guard' } }],
    held: [{ nodes: 10 }],
  });
  expect(s.settle(settings)).toEqual(['P5 upload-version b.txt']);
  expect(s.remote()).toMatchObject({ 'a.txt': 'edited', 'b.txt': 'b' });
});

test('[P33] [P19] a new version is no way out of a folder that is to go', () => {
  const s = situation({ 'd/a.txt': '1', 'b.txt': '2' });
  s.here.move('d/a.txt', 'B.txt');
  s.here.write('B.txt', 'edited');
  s.here.remove('d');
  expect(s.settle()).toEqual(['P5 upload-version B.txt']);
  expect(s.remote()).toEqual({ d: null, 'd/a.txt': 'edited', 'b.txt': '2' });
});

test('[P7] moved here and edited on both sides: the item moves, the copy stands beside it', () => {
  const s = situation({ 'a.txt': '1' });
  s.here.move('a.txt', 'b.txt');
  s.here.write('b.txt', 'mine');
  s.there.write('a.txt', 'theirs');
  s.settle();
  expect(s.remote()).toEqual({ [`b ${COPY}.txt`]: 'mine', 'b.txt': 'theirs' });
});

test('[P7] a crash between the rename of a copy and its record is not taken for a rename', () => {
  const s = situation({ 'a.txt': '1' });
  s.here.write('a.txt', 'mine');
  s.there.write('a.txt', 'theirs');
  s.here.move('a.txt', `a ${COPY}.txt`);
  expect(s.steps()).toEqual([`P7 set-aside a ${COPY}.txt -> a ${COPY}.txt both_edited`]);
  s.settle();
  expect(s.remote()).toEqual({ [`a ${COPY}.txt`]: 'mine', 'a.txt': 'theirs' });
});

test('[P21] another modification time only: no transfer [E24] [E55]', () => {
  const s = situation({ 'a.txt': '1' });
  s.here.touch('a.txt');
  expect(s.settle()).toEqual(['P20 hash a.txt', 'P21 adopt a.txt']);
});

test('[P5] the same size and time over other bytes, once the hash is known, is a change [E51]', () => {
  const s = situation({ 'a.txt': 'one' });
  const [, file] = [...s.world.local.values()];
  if (file === undefined) throw new Error('no file');
  s.world.bytes.set(file.id, 'two');
  s.world.dirtyLocal.add(file.id);
  s.hashed('a.txt');
  expect(s.steps()).toEqual(['P5 upload-version a.txt']);
});

/** A save that sets size and modification time back: a scan finds another change time, and knows no hash any more. */
function saveUnnoticed(s: ReturnType<typeof situation>, path: string, content: string): void {
  const entry = localAt(s.world, path);
  s.world.bytes.set(entry.id, content);
  s.world.local.set(entry.id, { ...entry, fingerprint: { ...entry.fingerprint, ctimeNs: '999' }, sha1: null });
  s.world.dirtyLocal.add(entry.id);
}

test('[P20] another change time alone: the file is hashed once, and only other bytes are sent [E51]', () => {
  const s = situation({ 'a.txt': 'one' });
  saveUnnoticed(s, 'a.txt', 'one');
  expect(s.settle()).toEqual(['P20 hash a.txt']);
  saveUnnoticed(s, 'a.txt', 'two');
  expect(s.settle()).toEqual(['P20 hash a.txt', 'P5 upload-version a.txt']);
});

test('[P7] another change time alone, and a new version there: hashed before anything is replaced [E51]', () => {
  const s = situation({ 'a.txt': 'one' });
  saveUnnoticed(s, 'a.txt', 'two');
  s.there.write('a.txt', 'theirs');
  expect(s.steps()).toEqual(['P20 hash a.txt']);
  s.settle();
  expect(s.remote()).toEqual({ [`a ${COPY}.txt`]: 'two', 'a.txt': 'theirs' });
  expect(s.local()).toEqual(s.remote());
});

test('[P12] another change time alone, deleted there: hashed before it goes to the trash [E51]', () => {
  const s = situation({ 'a.txt': 'one', 'b.txt': 'one' });
  saveUnnoticed(s, 'a.txt', 'two');
  saveUnnoticed(s, 'b.txt', 'one');
  s.there.remove('a.txt');
  s.there.remove('b.txt');
  s.settle();
  expect(s.remote()).toEqual({ 'a.txt': 'two' });
});

test('[P7] [P34] a conflict copy that was excluded keeps its name: the next one has another', () => {
  const s = situation({ 'a.txt': '1' });
  s.world.ignored.add(`${ROOT_LOCAL}/a ${COPY}.txt`);
  s.here.write('a.txt', 'mine');
  s.there.write('a.txt', 'theirs');
  s.settle();
  expect(s.local()).toEqual({ 'a.txt': 'theirs', [`a ${COPY.slice(0, -1)} 2).txt`]: 'mine' });
});
