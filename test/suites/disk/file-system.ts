import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fingerprint } from '../../../main/engine/model/entry.ts';
import { fileIdentity } from '../../../main/engine/model/ids.ts';
import type { FileSystem, FileSystemErrorCode, WalkResult } from '../../../main/engine/ports/file-system.ts';
import { collect } from '../../support/collect.ts';
import type { DiskBench } from './disk-bench.ts';
import { replacedTests } from './replaced.ts';
import { trashTests } from './trash.ts';

const SHA1_OF_HELLO = 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const refused = (code: FileSystemErrorCode) => expect.objectContaining({ name: 'FileSystemError', code });

/** The contract of every disk behind the `FileSystem` port. */
export function fileSystemSuite(name: string, open: () => Promise<DiskBench>): void {
  describe(`file system: ${name}`, () => {
    let bench: DiskBench;
    let fileSystem: FileSystem;
    const at = (path: string): string => `${bench.root}/${path}`;
    const fingerprintOf = async (path: string): Promise<Fingerprint> => {
      const stat = await fileSystem.stat(at(path));
      if (stat === null) throw new Error(`nothing at ${path}`);
      return stat.fingerprint;
    };
    const stage = async (stagingName: string, text: string, modifiedAtMs: number | null = null): Promise<void> => {
      const staging = await fileSystem.openStaging(bench.root, stagingName);
      await staging.append(bytes(text));
      await staging.finish(modifiedAtMs);
    };
    const walkAll = async (enter: (path: string) => boolean): Promise<WalkResult[]> =>
      collect(fileSystem.walk(bench.root, enter));

    beforeEach(async () => {
      bench = await open();
      fileSystem = bench.fileSystem;
    });
    afterEach(() => bench.dispose());

    describe('looking', () => {
      test('a path that does not exist is null, also below a file', async () => {
        await bench.write(at('a'), 'x');
        expect(await fileSystem.stat(at('missing'))).toBeNull();
        expect(await fileSystem.stat(at('a/below'))).toBeNull();
      });

      test('the identity survives a rename and is not shared by a copy of the same bytes', async () => {
        await bench.write(at('a'), 'same');
        const { identity } = await fingerprintOf('a');
        await bench.rename(at('a'), at('b'));
        await bench.write(at('a'), 'same');
        expect((await fingerprintOf('b')).identity).toBe(identity);
        expect((await fingerprintOf('a')).identity).not.toBe(identity);
      });

      test('[E56] a second name of a file has the same identity, and both say that there are two', async () => {
        await bench.write(at('a'), 'x');
        await bench.hardLink(at('a'), at('b'));
        const [a, b] = await Promise.all([fileSystem.stat(at('a')), fileSystem.stat(at('b'))]);
        expect(a?.links).toBe(2);
        expect(b?.fingerprint.identity).toBe(a?.fingerprint.identity);
      });

      test('[E58] a link is reported as a link, never as its target', async () => {
        await bench.write(`${bench.outside}/target`, 'secret');
        await bench.link(at('link'), `${bench.outside}/target`);
        expect((await fileSystem.stat(at('link')))?.kind).toBe('link');
        await expect(fileSystem.openRead(at('link'))).rejects.toEqual(refused('not_supported'));
      });

      test('a listing is complete and in the order of code units', async () => {
        for (const file of ['b', 'a', 'Z', '\u00e9', '\u{1f600}']) await bench.write(at(file), file);
        await bench.folder(at('folder'));
        const listing = await fileSystem.list(bench.root);
        expect(listing.entries.map((entry) => entry.name)).toEqual(['Z', 'a', 'b', 'folder', '\u00e9', '\u{1f600}']);
        expect(listing.entries.map((entry) => entry.stat.kind)).toContain('folder');
        expect(listing.self.kind).toBe('folder');
      });

      test('[E73] listing a missing folder is an error, never an empty listing', async () => {
        await expect(fileSystem.list(at('missing'))).rejects.toEqual(refused('not_found'));
      });

      test('[E59] [E60] a listing through a link inside the root is refused', async () => {
        await bench.folder(at('.tandem'));
        await bench.folder(`${bench.outside}/below`);
        await bench.link(at('link'), bench.outside);
        await expect(fileSystem.list(at('link'))).rejects.toBeInstanceOf(Error);
        await expect(fileSystem.list(at('link/below'))).rejects.toEqual(refused('not_supported'));
      });
    });

    describe('walking', () => {
      test('tells each folder once, parents first, and does not go where the filter says no', async () => {
        for (const folder of ['a/b/c', 'skip/inner', 'd']) await bench.folder(at(folder));
        await bench.write(at('a/b/file'), 'x');
        const asked: string[] = [];
        const results = await walkAll((path) => {
          asked.push(path);
          return path !== 'skip';
        });
        const paths = results.map((result) => (result.ok ? result.listing.path : result.path));
        expect(paths).toEqual([bench.root, at('a'), at('d'), at('a/b'), at('a/b/c')]);
        expect(asked).toEqual(['a', 'd', 'skip', 'a/b', 'a/b/c']);
      });

      test('finds exactly what a listing finds', async () => {
        await bench.folder(at('folder'));
        await bench.write(at('file'), 'text');
        await bench.link(at('link'), at('file'));
        const [first] = await walkAll(() => true);
        expect(first).toEqual({ ok: true, listing: await fileSystem.list(bench.root) });
      });

      test('walking a missing root yields one error value', async () => {
        const results = await collect(fileSystem.walk(at('missing'), () => true));
        expect(results).toEqual([{ ok: false, path: at('missing'), error: refused('not_found') }]);
      });

      test('ends early when the caller stops or the signal aborts', async () => {
        await bench.folder(at('a'));
        for await (const result of fileSystem.walk(bench.root, () => true)) {
          expect(result.ok).toBe(true);
          break;
        }
        const abort = new AbortController();
        const walk = fileSystem.walk(bench.root, () => true, abort.signal);
        await expect(
          (async () => {
            for await (const _ of walk) abort.abort();
          })(),
        ).rejects.toThrow();
      });
    });

    describe('reading', () => {
      test('reads from any offset as far as the file goes, and knows the open file after a rename', async () => {
        await bench.write(at('a'), 'hello world');
        const before = await fingerprintOf('a');
        const reader = await fileSystem.openRead(at('a'));
        const target = new Uint8Array(8);
        expect(await reader.read(target, 6)).toBe(5);
        expect(new TextDecoder().decode(target.subarray(0, 5))).toBe('world');
        expect(await reader.read(target, 11)).toBe(0);
        await bench.rename(at('a'), at('b'));
        await bench.write(at('a'), 'another');
        expect((await reader.stat()).fingerprint.identity).toBe(before.identity);
        await reader.close();
      });

      test('opening a missing file fails with not_found', async () => {
        await expect(fileSystem.openRead(at('missing'))).rejects.toEqual(refused('not_found'));
      });
    });

    describe('folders, moves, times', () => {
      test('creates a folder where the name is free', async () => {
        expect((await fileSystem.createFolder(at('new'))).kind).toBe('folder');
        await expect(fileSystem.createFolder(at('new'))).rejects.toEqual(refused('exists'));
        await expect(fileSystem.createFolder(at('no/parent'))).rejects.toEqual(refused('not_found'));
      });

      test('moves files and folders, and says whether they keep their identity', async () => {
        await bench.write(at('file'), 'x');
        await bench.folder(at('folder/inner'));
        const file = await fingerprintOf('file');
        const folder = await fingerprintOf('folder');
        const moved = await fileSystem.move(at('file'), at('folder/inner/renamed'));
        const isKept = bench.movesKeepIdentity ?? true;
        expect(moved.fingerprint.identity === file.identity).toBe(isKept);
        expect(moved.links).toBe(1);
        const other = await fileSystem.move(at('folder'), at('other'));
        expect(other.fingerprint.identity === folder.identity).toBe(isKept);
        await bench.folder(at('.tandem'));
        expect(await fileSystem.movesKeepIdentity(at('other'))).toBe(isKept);
        expect(await bench.read(at('other/inner/renamed'))).toBe('x');
        expect(await fileSystem.stat(at('file'))).toBeNull();
      });

      test('[E28] a move never replaces an existing file or folder', async () => {
        await bench.write(at('a'), 'a');
        await bench.write(at('b'), 'b');
        await bench.folder(at('folder'));
        await bench.folder(at('empty'));
        await expect(fileSystem.move(at('a'), at('b'))).rejects.toEqual(refused('exists'));
        await expect(fileSystem.move(at('folder'), at('empty'))).rejects.toEqual(refused('exists'));
        await expect(fileSystem.move(at('a'), at('empty'))).rejects.toEqual(refused('exists'));
        expect(await bench.read(at('b'))).toBe('b');
        expect(await bench.read(at('a'))).toBe('a');
      });

      test('[E30] a rename that changes only the case of the name ends with the new name', async () => {
        await bench.write(at('readme'), 'x');
        await fileSystem.move(at('readme'), at('ReadMe'));
        expect((await fileSystem.list(bench.root)).entries.map((entry) => entry.name)).toEqual(['ReadMe']);
      });

      test('[E60] nothing is created, moved or read through a link inside the root', async () => {
        await bench.folder(at('.tandem'));
        await bench.write(at('file'), 'x');
        await bench.link(at('link'), bench.outside);
        await bench.write(`${bench.outside}/secret`, 'secret');
        await stage('s', 'text');
        await expect(fileSystem.createFolder(at('link/new'))).rejects.toEqual(refused('not_supported'));
        await expect(fileSystem.move(at('file'), at('link/file'))).rejects.toEqual(refused('not_supported'));
        await expect(fileSystem.trash(at('link/secret'), `${bench.outside}/trash`)).rejects.toEqual(
          refused('not_supported'),
        );
        await expect(fileSystem.install(bench.root, 's', at('link/new'), null)).rejects.toEqual(
          refused('not_supported'),
        );
        await expect(fileSystem.openRead(at('link/secret'))).rejects.toEqual(refused('not_supported'));
        expect(await bench.read(`${bench.outside}/new`)).toBeNull();
        expect(await bench.read(`${bench.outside}/secret`)).toBe('secret');
        expect(await bench.read(at('file'))).toBe('x');
      });

      test.each([0, 1, 1_700_000_000_123, 4_102_444_800_999, -86_400_000, -1500])(
        '[E53] modification time %d is set as it is',
        async (modifiedAtMs) => {
          await stage('s', 'x', modifiedAtMs);
          const { fingerprint } = await fileSystem.install(bench.root, 's', at('a'), null);
          expect(Math.floor(Number(BigInt(fingerprint.mtimeNs) / 1000n) / 1000)).toBe(modifiedAtMs);
        },
      );
    });

    describe('staging and install', () => {
      test('a finished staging file tells SHA-1 and size of all that was written', async () => {
        const staging = await fileSystem.openStaging(bench.root, 's');
        expect(staging.sizeBytes).toBe(0);
        await staging.append(bytes('hel'));
        await staging.append(bytes('lo'));
        expect(await staging.finish(null)).toMatchObject({ sha1: SHA1_OF_HELLO, sizeBytes: 5 });
      });

      test('[E111] a file has in place the identity that it was finished with, in a free name as over another file', async () => {
        for (const isTaken of [false, true]) {
          const staging = await fileSystem.openStaging(bench.root, 's');
          const { identity } = await staging.finish(1_000);
          const expected = isTaken ? await fingerprintOf('a') : null;
          await fileSystem.install(bench.root, 's', at('a'), expected);
          const isKept = isTaken || (bench.movesKeepIdentity ?? true);
          expect((await fingerprintOf('a')).identity === identity).toBe(isKept);
        }
      });

      test('[E110] a staging file is resumed where it ended, and its digest covers the resumed part', async () => {
        const first = await fileSystem.openStaging(bench.root, 's');
        await first.append(bytes('hel'));
        await first.close();
        const second = await fileSystem.openStaging(bench.root, 's');
        expect(second.sizeBytes).toBe(3);
        await second.append(bytes('lo'));
        expect(await second.finish(null)).toMatchObject({ sha1: SHA1_OF_HELLO, sizeBytes: 5 });
      });

      test('a truncated staging file starts from scratch', async () => {
        const staging = await fileSystem.openStaging(bench.root, 's');
        await staging.append(bytes('garbage of another version'));
        await staging.truncate();
        await staging.append(bytes('hello'));
        expect(await staging.finish(null)).toMatchObject({ sha1: SHA1_OF_HELLO, sizeBytes: 5 });
      });

      test('[E112] left-over staging files are listed and removed; none is no error', async () => {
        expect(await fileSystem.listStaging(bench.root)).toEqual([]);
        await stage('b', 'x');
        await stage('a', 'x');
        expect(await fileSystem.listStaging(bench.root)).toEqual(['a', 'b']);
        await fileSystem.removeStaging(bench.root, 'a');
        await fileSystem.removeStaging(bench.root, 'a');
        expect(await fileSystem.listStaging(bench.root)).toEqual(['b']);
      });

      test.each(['../up', '..', 'a/b', ''])('[E35] the staging name %j leads nowhere else', async (stagingName) => {
        await expect(
          (async () => {
            await fileSystem.openStaging(bench.root, stagingName);
          })(),
        ).rejects.toEqual(refused('not_supported'));
      });

      test('a new file is put at a free name, with its modification time, and leaves staging', async () => {
        await stage('s', 'hello', 1_600_000_000_000);
        const stat = await fileSystem.install(bench.root, 's', at('new'), null);
        expect(stat.links).toBe(1);
        expect(BigInt(stat.fingerprint.mtimeNs) / 1_000_000n).toBe(1_600_000_000_000n);
        expect(await bench.read(at('new'))).toBe('hello');
        expect(await fileSystem.listStaging(bench.root)).toEqual([]);
      });

      test('[E3] a new file never takes a name that was taken meanwhile', async () => {
        await stage('s', 'remote');
        await bench.write(at('name'), 'local');
        await expect(fileSystem.install(bench.root, 's', at('name'), null)).rejects.toEqual(refused('exists'));
        expect(await bench.read(at('name'))).toBe('local');
        expect(await fileSystem.listStaging(bench.root)).toEqual(['s']);
      });

      test('[E3] a file that was edited, replaced or removed meanwhile is not replaced', async () => {
        await bench.write(at('file'), 'old');
        const expected = await fingerprintOf('file');
        await stage('s', 'remote');
        await bench.write(at('file'), 'edited');
        await expect(fileSystem.install(bench.root, 's', at('file'), expected)).rejects.toEqual(refused('changed'));
        await bench.rename(at('file'), at('elsewhere'));
        await expect(fileSystem.install(bench.root, 's', at('file'), expected)).rejects.toEqual(refused('changed'));
        expect(await bench.read(at('elsewhere'))).toBe('edited');
        expect(await fileSystem.listStaging(bench.root)).toEqual(['s']);
      });

      test('[E51] a file that was saved meanwhile with its size and time kept is not replaced', async () => {
        await bench.write(at('file'), 'old');
        await bench.date(at('file'), 1_600_000_000_000);
        const expected = await fingerprintOf('file');
        await stage('s', 'remote');
        await bench.write(at('file'), 'new');
        await bench.date(at('file'), 1_600_000_000_000);
        await expect(fileSystem.install(bench.root, 's', at('file'), expected)).rejects.toEqual(refused('changed'));
        expect(await bench.read(at('file'))).toBe('new');
      });

      test('[E111] a staging name that a crash left as a second name of an installed file is never written to', async () => {
        await stage('s', 'installed');
        await bench.hardLink(at('.tandem/staging/s'), at('file'));
        const staging = await fileSystem.openStaging(bench.root, 's');
        expect(staging.sizeBytes).toBe(0);
        await staging.append(bytes('other'));
        await staging.finish(null);
        expect(await bench.read(at('file'))).toBe('installed');
      });
    });

    describe('trash', () => trashTests(() => bench));

    describe('a replaced file', () => replacedTests(() => bench));

    describe('the root', () => {
      test('[E67] the marker is read as it was written, and is null where there is none', async () => {
        expect(await fileSystem.readMarker(bench.root)).toBeNull();
        expect(await fileSystem.readMarker(at('missing'))).toBeNull();
        await fileSystem.writeMarker(bench.root, 'first');
        await fileSystem.writeMarker(bench.root, 'second');
        await fileSystem.writeMarker(bench.root, 'third', { marker: 'second' });
        for (const other of [{ marker: 'second' }, { identity: fileIdentity('other') }])
          await expect(fileSystem.writeMarker(bench.root, 'lost', other)).rejects.toEqual(refused('changed'));
        expect(await fileSystem.readMarker(bench.root)).toBe('third');
      });

      test('[E67] writing into a missing root does not create it', async () => {
        const away = at('away');
        await expect(fileSystem.writeMarker(away, 'ours')).rejects.toEqual(refused('not_found'));
        await expect(fileSystem.openStaging(away, 'half')).rejects.toEqual(refused('not_found'));
        expect(await fileSystem.stat(away)).toBeNull();
      });

      test('[P56] the marker goes with all that is staged, and with nothing of the person', async () => {
        await fileSystem.writeMarker(bench.root, 'ours');
        const staged = await fileSystem.openStaging(bench.root, 'half');
        await staged.append(new TextEncoder().encode('half'));
        await staged.close();
        await bench.write(at('kept.txt'), 'kept');
        await fileSystem.removeMarker(bench.root);
        await fileSystem.removeMarker(bench.root);
        await fileSystem.removeMarker(at('missing'));
        expect(await fileSystem.readMarker(bench.root)).toBeNull();
        expect(await fileSystem.listStaging(bench.root)).toEqual([]);
        expect((await fileSystem.list(bench.root)).entries.map(({ name }) => name)).toEqual(['kept.txt']);
      });

      test('[E68] the volume is the same for all of a root, and null for what does not exist', async () => {
        await bench.folder(at('a/b'));
        const volume = await fileSystem.volumeId(bench.root);
        expect(volume).not.toBeNull();
        expect(await fileSystem.volumeId(at('a/b'))).toBe(volume);
        expect(await fileSystem.volumeId(at('missing'))).toBeNull();
      });

      test('the traits are found out without leaving anything behind', async () => {
        const traits = await fileSystem.traits(bench.root);
        expect(traits.nameLimit.length).toBeGreaterThan(100);
        expect((await fileSystem.list(bench.root)).entries).toEqual([]);
        expect(await fileSystem.freeBytes(bench.root)).toBeGreaterThan(0);
      });
    });
  });
}
