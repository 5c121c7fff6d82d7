import { describe, expect, it } from 'vitest';
import type { RemoteEntry } from '../../../../../main/engine/model/entry.ts';
import { ROOT_LOCAL, remoteAt } from '../../../../support/model/model-world.ts';
import { type Situation, situation } from './situation.ts';

describe('siblings with one name key', () => {
  it('[P25] two new files that differ in case only on a Linux disk: the first is synced, the second is blocked', () => {
    const s = situation();
    s.here.write('A.txt', '1');
    s.here.write('a.txt', '2');
    expect(s.steps()).toEqual(['P14 upload A.txt']);
    expect(s.plan().blocked).toMatchObject([
      { problem: { code: 'name_taken_by_sibling', reach: 'blocked' }, suggestedName: 'a (2).txt' },
    ]);
  });

  it('[P25] two Unicode forms of one name on a Linux disk: the one that the service has stays synced [E32]', () => {
    const s = situation({ 'caf\u00e9': '1' });
    s.here.write('cafe\u0301', '2');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { code: 'name_taken_by_sibling' } }] });
  });

  it('[P24] a neighbour makes room for an item renamed there to the same name in another case', () => {
    for (const isFolder of [true, false]) {
      const s = situation({ A: '1' });
      if (isFolder) s.here.folder('a');
      else s.here.write('a', '2');
      s.there.move('A', 'a');
      s.settle();
      expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
      expect(s.local()).toEqual({ a: '1', 'a (conflicted copy laptop 2026-03-01)': isFolder ? null : '2' });
      expect(s.remote()).toEqual(s.local());
    }
  });

  it('[P25] the item that the service has is renamed, whichever of the two comes first by name', () => {
    const s = situation({ 'A.TXT': '1' });
    s.here.move('A.TXT', 'a.txt');
    s.here.write('A.txt', '2');
    expect(s.steps()).toEqual(['P6 move-remote A.TXT -> a.txt']);
    expect(s.plan().blocked).toMatchObject([{ problem: { code: 'name_taken_by_sibling' } }]);
  });

  it('[P25] a file with the name of a folder that cannot be renamed is blocked too, and syncs once the folder can', () => {
    const s = situation({ caf\u00e9: '1', 'old/': null });
    s.here.move('old', 'cafe\u0301');
    s.here.write('old', '2');
    const problem = { code: 'name_taken_by_sibling', reach: 'blocked' };
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem }, { problem }] });
    s.here.move('cafe\u0301', 'new');
    expect(s.settle()).toEqual(['P6 move-remote old -> new', 'P14 upload old']);
  });

  it('[P25] each item that waits for the name of one that waits is blocked too, and nothing else explains it', () => {
    const s = situation({ caf\u00e9: '1', old: '2', older: '3' });
    s.here.move('old', 'cafe\u0301');
    s.here.move('older', 'old');
    s.here.write('older', '4');
    const problem = { code: 'name_taken_by_sibling', reach: 'blocked' };
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem }, { problem }, { problem }] });
    s.here.move('cafe\u0301', 'new');
    s.settle();
    expect(s.remote()).toEqual({ caf\u00e9: '1', new: '2', old: '3', older: '4' });
  });

  it('[P25] an item that waits for the name of one in a folder that waits is blocked too', () => {
    const s = situation({ 'Notes.md': '1' });
    s.here.folder('notes.md');
    s.here.write('notes.md/in', '2');
    s.here.move('notes.md/in', 'between');
    s.here.move('Notes.md', 'notes.md/in');
    s.here.move('between', 'Notes.md');
    const code = 'name_taken_by_sibling';
    expect(s.plan()).toMatchObject({
      steps: [],
      blocked: [
        { problem: { code, says: { code: 'names_collide' } } },
        { problem: { code, says: { code: 'name_kept_there' } } },
      ],
    });
    s.here.move('notes.md', 'other');
    s.settle();
    expect(s.remote()).toEqual({ 'Notes.md': '2', other: null, 'other/in': '1' });
  });

  it('[P22] [P25] what would change places with a folder that goes into a blocked one waits with it under its own name', () => {
    const s = situation({ 'A/b/x': '1', 'A/y': '2' }, { caseSensitive: true });
    s.here.move('A/b', 'a');
    s.here.move('a/x', 'between');
    s.here.move('A', 'a/x');
    s.here.move('between', 'A');
    const blocked = [
      { problem: { code: 'name_taken_by_sibling', says: { code: 'names_collide' } } },
      { problem: { code: 'not_empty_yet', says: { code: 'still_within', args: { name: 'x', item: 'a' } } } },
      { problem: { code: 'name_taken_by_sibling', says: { code: 'name_kept_there' } } },
    ];
    expect(s.plan()).toMatchObject({ steps: [], blocked });
    s.here.move('a', 'c');
    s.settle();
    expect(s.remote()).toEqual({ A: '1', c: null, 'c/x': null, 'c/x/y': '2' });
  });

  it('[P19] a deleted folder stays while an item that was moved out of it cannot leave, and the rest of it goes', () => {
    const s = situation({ A: '1', 'b/a': '2', 'b/c': '3', 'b/d/e': '4' });
    s.here.move('b/a', 'a');
    s.here.remove('b');
    const blocked = [
      { problem: { code: 'not_empty_yet', says: { args: { name: 'b', item: 'a' } } } },
      { problem: { code: 'name_taken_by_sibling' } },
    ];
    expect(s.plan()).toMatchObject({ blocked });
    expect(s.settle().toSorted()).toEqual(['P10 trash-remote c 1', 'P10 trash-remote d 2']);
    expect(s.remote()).toEqual({ A: '1', b: null, 'b/a': '2' });
    expect(s.plan()).toMatchObject({ steps: [], blocked });
    s.here.move('a', 'f');
    expect(s.settle()).toEqual(['P6 move-remote a -> f', 'P10 trash-remote b 1']);
    expect(s.remote()).toEqual({ A: '1', f: '2' });
  });

  it('[P19] the same for a folder deleted on the service, of which an item cannot leave here', () => {
    const s = situation({ 'b/a': '2', 'b/c': '3' }, { caseSensitive: true });
    const blocked = [{ problem: { code: 'not_empty_yet' } }, { problem: { code: 'name_not_allowed_here' } }];
    s.there.move('b/a', '..');
    s.there.remove('b');
    expect(s.plan()).toMatchObject({ blocked });
    s.settle();
    expect(s.local()).toEqual({ b: null, 'b/a': '2' });
  });

  it('[P25] a name that becomes free goes to the item that the service has, so that two can swap names', () => {
    const s = situation({ a: '1', b: '2' });
    s.here.write('A', '3');
    s.here.move('a', 'between');
    s.here.move('b', 'a');
    s.here.move('between', 'b');
    s.settle();
    expect(s.remote()).toEqual({ a: '2', b: '1' });
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { code: 'name_taken_by_sibling' } }] });
  });

  it('[P6] a case-only rename keeps the id, on any disk [E30]', () => {
    for (const caseSensitive of [true, false]) {
      const s = situation({ 'a.txt': '1' }, { caseSensitive });
      s.here.move('a.txt', 'A.txt');
      expect(s.settle()).toEqual(['P6 move-remote a.txt -> A.txt']);
    }
  });

  it('[P1] another Unicode form of the same name is no rename, and is written down once [E32]', () => {
    const s = situation({ 'caf\u00e9': '1' });
    s.here.move('caf\u00e9', 'cafe\u0301');
    expect(s.settle()).toEqual(['P21 adopt cafe\u0301']);
    expect(s.plan().steps).toEqual([]);
  });
});

describe('names', () => {
  it('[P28] the service refuses a name: blocked before anything is sent, siblings sync [E34]', () => {
    const s = situation();
    s.here.write('ends with space ', '1');
    s.here.write('good', '2');
    expect(s.steps()).toEqual(['P14 upload good']);
    expect(s.plan().blocked).toMatchObject([
      { problem: { code: 'name_not_allowed_by_service' }, suggestedName: 'ends with space' },
    ]);
  });

  it('[P28] a folder with a refused name holds back its contents, and nothing else', () => {
    const s = situation();
    s.here.folder('back\\slash');
    s.here.write('back\\slash/in', '1');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ suggestedName: 'back_slash' }] });
  });

  it('[P27] a name that is valid nowhere has no alias and is blocked, its siblings sync [E35]', () => {
    const s = situation();
    s.there.write('x', '1');
    const entry = remoteAt(s.world, 'x');
    for (const [index, name] of ['..', 'nul\0', '../up', 'half\ud83d'].entries()) {
      const twin: RemoteEntry = { ...entry, id: `${entry.id}${index}` as RemoteEntry['id'], name };
      s.world.remote.set(twin.id, twin);
      s.world.dirtyItems.add(twin.id);
    }
    expect(s.steps()).toEqual(['P15 download x']);
    expect(s.plan().blocked.map(({ problem }) => problem.code)).toEqual(Array(4).fill('name_not_allowed_here'));
  });

  it('[P27] a move without a new name is no matter of names', () => {
    const s = situation({ 'a:b': '1', d: null });
    s.there.move('a:b', 'd/a:b');
    expect(s.steps({ platform: 'windows' })).toEqual(['P3 move-local a:b -> a:b']);
  });

  it('[P29] a conflict on a conflict copy gets the next number [E23]', () => {
    const s = situation({ 'a (conflicted copy laptop 2026-03-01).txt': '1' });
    s.here.write('a (conflicted copy laptop 2026-03-01).txt', 'mine');
    s.there.write('a (conflicted copy laptop 2026-03-01).txt', 'theirs');
    s.settle();
    expect(Object.keys(s.local())).toEqual([
      'a (conflicted copy laptop 2026-03-01 2).txt',
      'a (conflicted copy laptop 2026-03-01).txt',
    ]);
  });

  it('[P29] a conflict name that is too long loses the end of its stem, between graphemes [E40]', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const name = `${family.repeat(10)}.jpeg`;
    const s = situation({ [name]: '1' });
    s.here.write(name, 'mine');
    s.there.write(name, 'theirs');
    const [step] = s.plan({ nameLimit: { length: 190, unit: 'utf8' } }).steps;
    const copy = step?.kind === 'set-aside' ? step.toName : '';
    expect(copy).toBe(`${family.repeat(8)} (conflicted copy laptop 2026-03-01).jpeg`);
  });
});

describe('sizes', () => {
  it('[P38] a file larger than the upload limit is blocked before its first byte, and its siblings sync [E45]', () => {
    const s = situation({ 'grows.bin': '1' });
    s.here.write('new.bin', 'x'.repeat(2000));
    s.here.write('grows.bin', 'y'.repeat(1500));
    s.here.write('fits.bin', 'z'.repeat(1000));
    expect(s.steps({ largestUploadBytes: 1000 })).toEqual(['P14 upload fits.bin']);
    expect(s.plan({ largestUploadBytes: 1000 }).blocked.map(({ problem }) => problem)).toMatchObject([
      { code: 'too_large', says: { args: { name: 'grows.bin', sizeBytes: 1500, largestBytes: 1000 } } },
      { code: 'too_large', says: { args: { name: 'new.bin', sizeBytes: 2000, largestBytes: 1000 } } },
    ]);
    expect(s.steps({ largestUploadBytes: 2000 })).toHaveLength(3);
  });
});

describe('rights', () => {
  it('[P30] a changed file that may not be changed there: blocked, nothing is tried [E84]', () => {
    const s = situation({ 'a.txt': '1' });
    allow(s, 'a.txt', { canUpload: false });
    s.here.write('a.txt', 'edited');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { code: 'no_permission' } }] });
  });

  it('[P30] a new file in a folder that takes no uploads: blocked [E84]', () => {
    const s = situation({ d: null });
    allow(s, 'd', { canUpload: false });
    s.here.write('d/new', '1');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { code: 'no_permission' } }] });
  });

  it('[P30] a rename, a delete and a new version without the right: blocked [E84]; [P72] a new file stays there', () => {
    const s = situation({ a: '1', b: '2', d: '4' });
    allow(s, 'a', { canRename: false });
    allow(s, 'b', { canDelete: false });
    s.there.write('c', '3');
    allow(s, 'c', { canDownload: false });
    s.there.write('d', '5');
    allow(s, 'd', { canDownload: false });
    s.here.move('a', 'a2');
    s.here.remove('b');
    expect(s.plan().steps).toEqual([]);
    expect(s.plan().blocked.map((blocked) => blocked.problem.code)).toEqual(Array(3).fill('no_permission'));
  });
});

describe('the guard', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`d/f${index}`, String(index)]));
  const guard = { guard: { items: 10, share: 0.25 }, syncedCount: 21 };

  it('[P31] too many deletes here are held as one batch, and the rest flows on [E75]', () => {
    const s = situation({ ...many, 'other.txt': '1' });
    s.here.remove('d');
    s.here.write('other.txt', 'edited');
    const made = s.plan(guard);
    expect(made.steps.map((step) => step.kind)).toEqual(['upload-version']);
    expect(made.held).toMatchObject([{ what: 'deletes', direction: 'to-remote', nodes: 21 }]);
    expect(made.held[0]?.steps).toMatchObject([{ kind: 'trash-remote', subtree: 21 }]);
  });

  it('[P31] too many deletes there are held too [E76]', () => {
    const s = situation(many);
    s.there.remove('d');
    expect(s.plan(guard)).toMatchObject({ steps: [], held: [{ direction: 'to-local', nodes: 21 }] });
  });

  it('[P31] too many rewrites are held [E77]', () => {
    const s = situation(many);
    for (const path of Object.keys(many)) s.here.write(path, 'encrypted');
    expect(s.plan(guard)).toMatchObject({ steps: [], held: [{ what: 'rewrites', direction: 'to-remote', nodes: 20 }] });
  });

  it('[P31] files that were empty are filled, however many they are: nothing is lost by it [E77]', () => {
    const paths = Object.keys(many);
    const empty = Object.fromEntries(paths.map((path) => [path, '']));
    for (const side of ['here', 'there'] as const) {
      const s = situation(empty);
      for (const path of paths) s[side].write(path, 'content');
      const made = s.plan(guard);
      expect(made.held).toEqual([]);
      expect(made.steps).toHaveLength(paths.length);
    }
  });

  it('[P31] both limits have to be passed', () => {
    const s = situation(many);
    s.here.remove('d');
    expect(s.plan({ ...guard, syncedCount: 1000 }).held).toEqual([]);
    expect(s.plan({ ...guard, guard: { items: 50, share: 0.25 } }).held).toEqual([]);
  });

  it('[P31] a delete that a person has released passes', () => {
    const s = situation(many);
    s.here.remove('d');
    const [step] = s.plan(guard).held[0]?.steps ?? [];
    if (step === undefined || !('localId' in step)) throw new Error('no held batch');
    const released = { localIds: new Set([step.localId]), itemIds: new Set<never>() };
    expect(s.plan({ ...guard, released })).toMatchObject({ steps: [{ kind: 'trash-remote' }], held: [] });
  });

  it('[P31] a step that needs a held delete is blocked with that reason', () => {
    const s = situation({ ...many, x: '1' });
    s.here.remove('d');
    s.here.move('x', 'd');
    const made = s.plan(guard);
    expect(made.steps).toEqual([]);
    expect(made.blocked).toMatchObject([{ problem: { code: 'held_by_guard' } }]);
  });
});

function allow(s: Situation, path: string, rights: Partial<RemoteEntry>): void {
  const entry = remoteAt(s.world, path);
  s.world.remote.set(entry.id, { ...entry, ...rights });
}

describe('items ignored here', () => {
  it('[P34] a file there under the name of something left out here needs no step, also when it changes [E78]', () => {
    const s = situation();
    s.world.ignored.add(`${ROOT_LOCAL}/Thumbs.db`);
    s.there.write('Thumbs.db', '1');
    expect(s.plan()).toMatchObject({
      steps: [],
      blocked: [],
      settled: { itemIds: [remoteAt(s.world, 'Thumbs.db').id] },
    });
    s.there.write('Thumbs.db', 'changed');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
  });

  it('[P34] nor does a whole folder there whose place a link holds here; its neighbours sync', () => {
    const s = situation();
    s.world.ignored.add(`${ROOT_LOCAL}/link`);
    s.there.write('link/deep/file', '1');
    s.there.write('beside', '2');
    expect(s.settle()).toEqual(['P15 download beside']);
    expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
  });

  it('[P34] [P33] a file renamed there onto such a name stays here and says why; its edit goes up at once', () => {
    const s = situation({ a: '1' });
    s.world.ignored.add(`${ROOT_LOCAL}/b`);
    s.there.move('a', 'b');
    s.here.write('a', 'edited');
    const says = { code: 'place_held_here', args: { name: 'a', holder: 'b' } };
    expect(s.plan().blocked).toMatchObject([{ problem: { code: 'name_taken_by_sibling', says } }]);
    expect(s.settle()).toEqual(['P5 upload-version a']);
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { says } }] });
    s.world.ignored.clear();
    expect(s.settle()).toEqual(['P3 move-local a -> b']);
  });

  it('[P34] [P33] a file moved there below such a name stays here too, and names what is in its way', () => {
    const s = situation({ f: '1' });
    s.world.ignored.add(`${ROOT_LOCAL}/N`);
    s.there.folder('N');
    s.there.folder('N/deep');
    s.there.move('f', 'N/deep/f');
    s.here.write('f', 'edited');
    const says = { code: 'place_held_here', args: { name: 'f', holder: 'N' } };
    expect(s.plan().blocked).toMatchObject([{ problem: { says } }]);
    expect(s.settle()).toEqual(['P5 upload-version f']);
    s.world.ignored.clear();
    s.settle();
    expect(s.local()).toEqual({ N: null, 'N/deep': null, 'N/deep/f': 'edited' });
  });

  it('[P34] [P12] a file deleted here and edited and renamed there onto such a name is not downloaded yet', () => {
    const s = situation({ a: '1' });
    s.world.ignored.add(`${ROOT_LOCAL}/b`);
    s.here.remove('a');
    s.there.move('a', 'b');
    s.there.write('b', 'edited');
    expect(s.plan()).toMatchObject({ steps: [], blocked: [{ problem: { says: { code: 'place_held_here' } } }] });
  });
});
