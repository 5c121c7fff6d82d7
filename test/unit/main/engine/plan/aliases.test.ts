import { describe, expect, it } from 'vitest';
import type { RemoteEntry } from '../../../../../main/engine/model/entry.ts';
import { nameKey } from '../../../../../main/engine/model/names/name-key.ts';
import { localAt, remoteAt, rowAt } from '../../../../support/model/model-world.ts';
import { type Situation, situation } from './situation.ts';

const WINDOWS = { platform: 'windows', nameLimit: { length: 255, unit: 'utf16' } } as const;
const windows = (agreed: Readonly<Record<string, string | null>> = {}): Situation =>
  situation(agreed, { caseSensitive: false });
/** `a:b` and all that is in it, as it is after the first sync. */
function synced(...paths: readonly string[]): Situation {
  const s = windows();
  for (const path of paths) {
    if (path.includes('/')) s.there.folder(path.slice(0, path.indexOf('/')));
    s.there.write(path, path);
  }
  s.settle(WINDOWS);
  return s;
}

describe('a name there that this disk cannot hold', () => {
  it('[P35] comes down under its alias; the name there stays, and nothing is blocked [E33]', () => {
    const s = windows();
    for (const name of ['a:b', 'CON.txt', 'dot.', 'fine']) s.there.write(name, name);
    expect(s.plan(WINDOWS).blocked).toEqual([]);
    s.settle(WINDOWS);
    expect(s.local()).toEqual({ 'a\uff1ab': 'a:b', '\uff23ON.txt': 'CON.txt', 'dot\uff0e': 'dot.', fine: 'fine' });
    expect(Object.keys(s.remote())).toEqual(['CON.txt', 'a:b', 'dot.', 'fine']);
    expect(s.plan(WINDOWS)).toMatchObject({ steps: [], blocked: [], held: [] });
    expect(rowAt(s.world, localAt(s.world, 'a\uff1ab').id)).toMatchObject({ localName: 'a\uff1ab', remoteName: 'a:b' });
  });

  it('[P35] a folder too, with all that is in it', () => {
    const s = synced('what?/in:side');
    expect(s.local()).toEqual({ 'what\uff1f': null, 'what\uff1f/in\uff1aside': 'what?/in:side' });
  });

  it('[P35] one that is too long is cut and marked, on any disk [E36]', () => {
    const s = situation();
    const name = `${'\u00e9'.repeat(200)}.txt`;
    s.there.write(name, '1');
    s.settle();
    const [here = ''] = Object.keys(s.local());
    expect(new TextEncoder().encode(here).length).toBeLessThanOrEqual(255);
    expect(here).toMatch(/^\u00e9+~[0-9a-z]{6}\.txt$/);
    expect(s.remote()).toEqual({ [name]: '1' });
    expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
  });

  it('[P36] what stands under the alias of a missing item waits until that one is found, or known to be deleted [E73]', () => {
    const s = synced('a:b', 'c');
    const [former, moved] = [localAt(s.world, 'a\uff1ab'), localAt(s.world, 'c')];
    s.world.local.set(moved.id, { ...moved, name: former.name });
    s.world.dirtyLocal.add(moved.id);
    expect(s.steps(WINDOWS)).toEqual([]);
    s.world.local.delete(former.id);
    s.world.dirtyLocal.add(former.id);
    expect(s.steps(WINDOWS)).toEqual(['P6 move-remote c -> a\uff1ab', 'P10 trash-remote a:b 1']);
  });

  it('[P35] what would be the state folder is not put over it', () => {
    const s = situation({ d: null });
    s.there.folder('.Tandem');
    s.there.folder('d/.tandem');
    s.settle();
    expect(Object.keys(s.local())).toEqual(['d', 'd/\uff0etandem', '\uff0eTandem']);
  });

  it('[P35] two that differ in case only: the second has an alias on a disk that cannot tell, and none where it can [E31]', () => {
    for (const caseSensitive of [true, false]) {
      const s = situation({}, { caseSensitive });
      s.there.write('a.txt', '1');
      twinOf(s, 'a.txt', 'A.txt');
      s.settle();
      const names = Object.keys(s.local());
      expect(names).toEqual(
        caseSensitive ? ['A.txt', 'a.txt'] : ['A.txt', expect.stringMatching(/^a~[0-9a-z]{6}\.txt$/)],
      );
      expect(new Set(names.map(nameKey)).size).toBe(caseSensitive ? 1 : 2);
      expect(s.plan()).toMatchObject({ steps: [], blocked: [] });
    }
  });

  it('[P36] an item that already rests under an alias keeps it, and the newcomer gets another', () => {
    for (const names of [
      ['a:b', 'a\uff1ab'],
      ['a\uff1ab', 'a:b'],
    ]) {
      const s = windows();
      for (const name of names) {
        s.there.write(name, name);
        s.settle(WINDOWS);
      }
      expect(new Set(Object.values(s.local()))).toEqual(new Set(names));
      expect(Object.keys(s.remote())).toEqual(['a:b', 'a\uff1ab']);
      expect(s.plan(WINDOWS)).toMatchObject({ steps: [], blocked: [] });
    }
  });
});

describe('an item with an alias', () => {
  it('[P36] an edit here is a new version, and no rename', () => {
    const s = synced('a:b');
    s.here.write('a\uff1ab', 'edited');
    expect(s.settle(WINDOWS)).toEqual(['P5 upload-version a\uff1ab']);
    expect(s.remote()).toEqual({ 'a:b': 'edited' });
  });

  it('[P36] an edit there comes down under the alias', () => {
    const s = synced('a:b');
    s.there.write('a:b', 'edited');
    expect(s.settle(WINDOWS)).toEqual(['P2 download-version a\uff1ab']);
    expect(s.local()).toEqual({ 'a\uff1ab': 'edited' });
  });

  it('[P36] a move on either side leaves both names as they are', () => {
    const s = synced('a:b', 'd/x');
    s.here.move('a\uff1ab', 'd/a\uff1ab');
    expect(s.settle(WINDOWS)).toEqual(['P6 move-remote a:b -> a:b']);
    expect(Object.keys(s.remote())).toEqual(['d', 'd/a:b', 'd/x']);
    s.there.move('d/a:b', 'a:b');
    expect(s.settle(WINDOWS)).toEqual(['P3 move-local a\uff1ab -> a\uff1ab as a:b']);
    expect(Object.keys(s.local())).toEqual(['a\uff1ab', 'd', 'd/x']);
    expect(s.plan(WINDOWS)).toMatchObject({ steps: [], blocked: [] });
  });

  it('[P36] a rename here takes the new name to the service', () => {
    const s = synced('a:b');
    s.here.move('a\uff1ab', 'plain');
    expect(s.settle(WINDOWS)).toEqual(['P6 move-remote a:b -> plain']);
    expect([s.local(), s.remote()]).toEqual([{ plain: 'a:b' }, { plain: 'a:b' }]);
  });

  it('[P36] a rename there brings the new name, or an alias of it', () => {
    const s = synced('a:b');
    s.there.move('a:b', 'c:d');
    expect(s.settle(WINDOWS)).toEqual(['P3 move-local a\uff1ab -> c\uff1ad as c:d']);
    s.there.move('c:d', 'plain');
    expect(s.settle(WINDOWS)).toEqual(['P3 move-local c\uff1ad -> plain']);
    expect(rowAt(s.world, localAt(s.world, 'plain').id)).toMatchObject({ localName: 'plain', remoteName: 'plain' });
  });

  it('[P36] a rename there to the look-alike itself is only written down', () => {
    const s = synced('a:b');
    s.there.move('a:b', 'a\uff1ab');
    s.settle(WINDOWS);
    expect([s.local(), s.remote()]).toEqual([{ 'a\uff1ab': 'a:b' }, { 'a\uff1ab': 'a:b' }]);
    expect(s.plan(WINDOWS).steps).toEqual([]);
  });

  it('[P36] two swap their names there: each content is where its name is', () => {
    const s = synced('a:b', 'c:d');
    s.there.move('a:b', 'tmp');
    s.there.move('c:d', 'a:b');
    s.there.move('tmp', 'c:d');
    s.settle(WINDOWS);
    expect(s.local()).toEqual({ 'a\uff1ab': 'c:d', 'c\uff1ad': 'a:b' });
    expect(s.plan(WINDOWS)).toMatchObject({ steps: [], blocked: [] });
  });

  it('[P36] a delete on either side propagates to the other', () => {
    const s = synced('a:b', 'c:d');
    s.here.remove('a\uff1ab');
    s.there.remove('c:d');
    s.settle(WINDOWS);
    expect([s.local(), s.remote()]).toEqual([{}, {}]);
  });

  it('[P36] edited here and deleted there it is uploaded under its name there', () => {
    const s = synced('a:b');
    s.here.write('a\uff1ab', 'edited');
    s.there.remove('a:b');
    s.settle(WINDOWS);
    expect([s.local(), s.remote()]).toEqual([{ 'a\uff1ab': 'edited' }, { 'a:b': 'edited' }]);
  });

  it('[P36] edited there and deleted here it comes back under its alias', () => {
    const s = synced('a:b');
    s.there.write('a:b', 'edited');
    s.here.remove('a\uff1ab');
    s.settle(WINDOWS);
    expect([s.local(), s.remote()]).toEqual([{ 'a\uff1ab': 'edited' }, { 'a:b': 'edited' }]);
  });

  it('[P36] an item created again there while a sibling has its name gets the name it has here', () => {
    const s = synced('a:b');
    s.there.write('a\uff1ab', 'other');
    s.settle(WINDOWS);
    const marked = Object.keys(s.local()).find((name) => name !== 'a\uff1ab') ?? '';
    s.here.write(marked, 'edited');
    s.there.remove('a\uff1ab');
    s.there.move('a:b', 'a\uff1ab');
    s.settle(WINDOWS);
    expect(s.plan(WINDOWS)).toMatchObject({ steps: [], blocked: [] });
    expect(s.remote()).toEqual({ 'a\uff1ab': 'a:b', [marked]: 'edited' });
    expect(s.local()).toEqual(s.remote());
  });

  it('[P7] edited on both sides both are kept, the name there stays', () => {
    const s = synced('a:b');
    s.here.write('a\uff1ab', 'mine');
    s.there.write('a:b', 'theirs');
    s.settle(WINDOWS);
    expect(s.local()['a\uff1ab']).toBe('theirs');
    expect(new Set(Object.values(s.remote()))).toEqual(new Set(['mine', 'theirs']));
    expect(s.remote()['a:b']).toBe('theirs');
  });
});

describe('pairs by place under an alias', () => {
  it('[P37] deleted here and made again under the alias it is a new version of the same item [E20]', () => {
    const s = synced('a:b');
    const before = remoteAt(s.world, 'a:b').id;
    s.here.remove('a\uff1ab');
    s.here.write('a\uff1ab', 'made again');
    expect(s.settle(WINDOWS)).toEqual(['P11 upload-version a\uff1ab']);
    expect(s.remote()).toEqual({ 'a:b': 'made again' });
    expect(remoteAt(s.world, 'a:b').id).toBe(before);
  });

  it('[P37] [P10] deleted here, moved there, and something new under its alias here: they are two', () => {
    const s = synced('d/x', 'c./x');
    s.here.remove('c\uff0e');
    s.here.folder('c\uff0e');
    s.there.move('c.', 'd/c.');
    const plan = s.plan(WINDOWS);
    expect(plan.steps.map(({ rule, kind }) => `${rule} ${kind}`)).toEqual([
      'P14 create-remote-folder',
      'P10 trash-remote',
    ]);
    s.settle(WINDOWS);
    expect(s.plan(WINDOWS)).toMatchObject({ steps: [], blocked: [] });
    expect(Object.keys(s.remote())).toEqual(['c\uff0e', 'd', 'd/x']);
  });

  it('[P37] after the state was lost each finds its item again: nothing is transferred, nothing is doubled [E115]', () => {
    const long = `${'x'.repeat(250)}:${'y'.repeat(20)}.txt`;
    const s = synced('a:b', 'CON', 'dir?/in:side', long);
    twinOf(s, 'CON', 'con');
    s.settle(WINDOWS);
    const [here, there] = [s.local(), s.remote()];
    for (const id of s.world.rows.keys()) if (id !== 1) s.world.rows.delete(id);
    for (const id of s.world.local.keys()) s.world.dirtyLocal.add(id);
    for (const id of s.world.remote.keys()) s.world.dirtyItems.add(id);
    expect(
      s
        .settle(WINDOWS)
        .map((step) => step.split(' ')[1])
        .filter((kind) => kind !== 'hash'),
    ).toEqual(Array(Object.keys(here).length).fill('adopt'));
    expect([s.local(), s.remote()]).toEqual([here, there]);
    expect(s.plan(WINDOWS)).toMatchObject({ steps: [], blocked: [] });
  });
});

/** A second item there whose name differs in case only, as a service that tells case apart has it. */
function twinOf(s: Situation, path: string, name: string): void {
  const entry = remoteAt(s.world, path);
  const twin: RemoteEntry = { ...entry, id: `${entry.id}9` as RemoteEntry['id'], name };
  s.world.remote.set(twin.id, twin);
  s.world.dirtyItems.add(twin.id);
}
