import { describe, expect, it } from 'vitest';
import { localAt, remoteAt } from '../../../../support/model/model-world.ts';
import { situation } from './situation.ts';

/** One test for each cell of the table in SPEC.md, row by row. */
describe('unchanged here', () => {
  it('[P1] unchanged there: nothing to do, and dirty rows are settled', () => {
    const s = situation({ 'a.txt': 'one', d: null });
    for (const id of s.world.local.keys()) s.world.dirtyLocal.add(id);
    for (const id of s.world.remote.keys()) s.world.dirtyItems.add(id);
    expect(s.plan()).toEqual({
      steps: [],
      blocked: [],
      held: [],
      settled: { localIds: [...s.world.local.keys()], itemIds: [...s.world.remote.keys()] },
    });
  });

  it('[P1] one node of an item that is in agreement settles the other one as well', () => {
    const s = situation({ 'a.txt': 'one' });
    const [id, item] = [localAt(s.world, 'a.txt').id, remoteAt(s.world, 'a.txt').id];
    s.world.dirtyLocal.add(id);
    expect(s.plan().settled).toEqual({ localIds: [id], itemIds: [item] });
    s.world.dirtyLocal.clear();
    s.world.dirtyItems.add(item);
    expect(s.plan().settled).toEqual({ localIds: [id], itemIds: [item] });
  });

  it('[P1] a node that no tree knows is settled', () => {
    const s = situation();
    s.here.write('short-lived', 'x');
    s.here.remove('short-lived');
    expect(s.plan()).toMatchObject({ steps: [], settled: { localIds: [...s.world.dirtyLocal] } });
  });

  it('[P1] another etag alone is no disagreement', () => {
    const s = situation({ 'a.txt': 'one' });
    s.there.touch('a.txt');
    expect(s.plan()).toMatchObject({ steps: [], settled: { itemIds: [...s.world.dirtyItems] } });
  });

  it('[P2] changed there: the version is downloaded over the observed file only', () => {
    const s = situation({ 'a.txt': 'one' });
    s.there.write('a.txt', 'two!');
    expect(s.steps()).toEqual(['P2 download-version a.txt']);
    expect(s.plan().steps[0]).toMatchObject({ expect: localAt(s.world, 'a.txt').fingerprint });
  });

  it('[P3] moved there: it is moved here', () => {
    const s = situation({ 'a.txt': 'one', d: null });
    s.there.move('a.txt', 'd/b.txt');
    expect(s.settle()).toEqual(['P3 move-local a.txt -> b.txt']);
    expect(s.local()).toEqual({ d: null, 'd/b.txt': 'one' });
  });

  it('[P3] a folder moved there is moved here in one step', () => {
    const s = situation({ 'd/x': '1', 'd/e/y': '2' });
    s.there.move('d', 'moved');
    expect(s.settle()).toEqual(['P3 move-local d -> moved']);
  });

  it('[P4] deleted there: it goes to the local trash', () => {
    const s = situation({ 'a.txt': 'one' });
    s.there.remove('a.txt');
    expect(s.settle()).toEqual(['P4 trash-local a.txt 1']);
    expect(s.world.recoverable).toContain('one');
  });

  it('[P4] a folder deleted there goes in one step', () => {
    const s = situation({ 'd/x': '1', 'd/e/y': '2', 'd/e/z': '3' });
    s.there.remove('d');
    expect(s.settle()).toEqual(['P4 trash-local d 5']);
  });
});

describe('content changed here', () => {
  it('[P5] unchanged there: the version is uploaded and replaces only the etag that was agreed on', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.write('a.txt', 'two!');
    expect(s.steps()).toEqual(['P5 upload-version a.txt']);
    expect(s.plan().steps[0]).toMatchObject({ ifMatch: '0' });
  });

  it('[P7] changed there to other bytes: both are kept, the one there keeps the name [E22]', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.write('a.txt', 'mine');
    s.there.write('a.txt', 'their version');
    expect(s.settle()).toEqual([
      'P7 set-aside a.txt -> a (conflicted copy laptop 2026-03-01).txt both_edited',
      'P15 download a.txt',
      'P14 upload a (conflicted copy laptop 2026-03-01).txt',
    ]);
    expect(s.remote()).toEqual({ 'a (conflicted copy laptop 2026-03-01).txt': 'mine', 'a.txt': 'their version' });
  });

  it('[P7] changed there to the same bytes: adopted [E21]', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.write('a.txt', 'the same');
    s.there.write('a.txt', 'the same');
    expect(s.settle()).toEqual(['P20 hash a.txt', 'P7 adopt a.txt']);
  });

  it('[P3] [P5] moved there: it is moved here, then uploaded [E9]', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.write('a.txt', 'longer');
    s.there.move('a.txt', 'b.txt');
    expect(s.settle()).toEqual(['P3 move-local a.txt -> b.txt', 'P5 upload-version b.txt']);
  });

  it('[P12] deleted there: it is uploaded as a new file [E16]', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.write('a.txt', 'longer');
    s.there.remove('a.txt');
    expect(s.settle()).toEqual(['P12 upload a.txt']);
    expect(s.remote()).toEqual({ 'a.txt': 'longer' });
  });
});

describe('moved here', () => {
  it('[P6] unchanged there: it is moved there', () => {
    const s = situation({ 'a.txt': 'one', d: null });
    s.here.move('a.txt', 'd/b.txt');
    expect(s.settle()).toEqual(['P6 move-remote a.txt -> b.txt']);
  });

  it('[P6] a folder moved here is moved there in one step', () => {
    const s = situation({ 'd/x': '1', 'd/e/y': '2' });
    s.here.move('d', 'moved');
    expect(s.settle()).toEqual(['P6 move-remote d -> moved']);
  });

  it('[P6] [P2] changed there: it is moved there, then downloaded [E9]', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.move('a.txt', 'b.txt');
    s.there.write('a.txt', 'longer');
    expect(s.settle()).toEqual(['P6 move-remote a.txt -> b.txt', 'P2 download-version b.txt']);
  });

  it('[P8] moved there to the same place: only written down', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.move('a.txt', 'b.txt');
    s.there.move('a.txt', 'b.txt');
    expect(s.settle()).toEqual(['P21 adopt b.txt']);
  });

  it("[P8] moved there to another place: the service's place wins [E10]", () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.move('a.txt', 'b.txt');
    s.there.move('a.txt', 'c.txt');
    expect(s.settle()).toEqual(['P8 move-local b.txt -> c.txt']);
    expect(s.local()).toEqual({ 'c.txt': 'one' });
  });

  it('[P4] deleted there: it goes to the local trash', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.move('a.txt', 'b.txt');
    s.there.remove('a.txt');
    expect(s.settle()).toEqual(['P4 trash-local b.txt 1']);
  });

  it('[P12] moved and changed here, deleted there: it is uploaded at its new place', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.move('a.txt', 'b.txt');
    s.here.write('b.txt', 'longer');
    s.there.remove('a.txt');
    expect(s.settle()).toEqual(['P12 upload b.txt']);
  });
});

describe('deleted here', () => {
  it("[P10] unchanged there: it goes to the service's trash", () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.remove('a.txt');
    expect(s.settle()).toEqual(['P10 trash-remote a.txt 1']);
  });

  it('[P10] a folder deleted here goes in one step', () => {
    const s = situation({ 'd/x': '1', 'd/e/y': '2' });
    s.here.remove('d');
    expect(s.settle()).toEqual(['P10 trash-remote d 4']);
  });

  it('[P12] changed there: it is downloaded again [E16]', () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.remove('a.txt');
    s.there.write('a.txt', 'two');
    expect(s.settle()).toEqual(['P12 download a.txt']);
  });

  it("[P10] moved there: it goes to the service's trash", () => {
    const s = situation({ 'a.txt': 'one' });
    s.here.remove('a.txt');
    s.there.move('a.txt', 'b.txt');
    expect(s.settle()).toEqual(['P10 trash-remote b.txt 1']);
  });

  it('[P13] deleted there: forgotten, without a call [E18]', () => {
    const s = situation({ 'd/a.txt': 'one' });
    s.here.remove('d');
    s.there.remove('d');
    expect(s.settle()).toEqual(['P13 forget (gone)', 'P13 forget (gone)']);
  });
});

describe('created', () => {
  it('[P14] here only: uploaded, parents first, without a hash', () => {
    const s = situation();
    s.here.folder('d');
    s.here.write('d/a.txt', 'one');
    const [folder, file] = s.plan().steps;
    expect(s.steps()).toEqual(['P14 create-remote-folder d', 'P14 upload a.txt']);
    expect(file?.after).toEqual([folder?.key]);
  });

  it('[P15] there only: downloaded, parents first', () => {
    const s = situation();
    s.there.folder('d');
    s.there.write('d/a.txt', 'one');
    const [folder, file] = s.plan().steps;
    expect(s.steps()).toEqual(['P15 create-local-folder d', 'P15 download a.txt']);
    expect(file?.after).toEqual([folder?.key]);
  });

  it('[P16] on both sides with the same bytes: adopted, after a hash because the sizes are equal [E21]', () => {
    const s = situation();
    s.here.write('a.txt', 'one');
    s.there.write('a.txt', 'one');
    expect(s.settle()).toEqual(['P20 hash a.txt', 'P16 adopt a.txt']);
  });

  it('[P16] on both sides with bytes of another size: both are kept, without a hash [E22]', () => {
    const s = situation();
    s.here.write('a.txt', 'mine');
    s.there.write('a.txt', 'theirs');
    expect(s.steps()).toEqual(['P16 set-aside a.txt -> a (conflicted copy laptop 2026-03-01).txt both_created']);
    s.settle();
    expect(s.local()).toEqual({ 'a (conflicted copy laptop 2026-03-01).txt': 'mine', 'a.txt': 'theirs' });
  });

  it('[P17] the same folder on both sides: one folder, its contents merged [E27]', () => {
    const s = situation();
    s.here.folder('d');
    s.here.write('d/mine', '1');
    s.there.folder('d');
    s.there.write('d/theirs', '22');
    expect(s.settle()).toEqual(['P17 adopt d', 'P15 download theirs', 'P14 upload mine']);
  });

  it('[P18] a file here and a folder there: the one here is set aside', () => {
    const s = situation();
    s.here.write('thing', '1');
    s.there.folder('thing');
    s.settle();
    expect(s.remote()).toEqual({ thing: null, 'thing (conflicted copy laptop 2026-03-01)': '1' });
    expect(s.local()).toEqual(s.remote());
  });
});
