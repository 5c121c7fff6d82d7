import { createHash } from 'node:crypto';
import { type Fingerprint, isUntouched, sameFingerprint } from '../../../../main/engine/model/entry.ts';
import { sha1 } from '../../../../main/engine/model/ids.ts';
import { diskNameTrouble } from '../../../../main/engine/model/names/disk-names.ts';
import { replacedBy, replacedName } from '../../../../main/engine/model/names/staged-name.ts';
import type { LocalListing, LocalStat } from '../../../../main/engine/model/observation.ts';
import {
  type FileSystem,
  FileSystemError,
  type FileSystemErrorCode,
  type MarkedFolder,
  type StagingFile,
} from '../../../../main/engine/ports/file-system.ts';
import type { HashPool } from '../../../../main/engine/ports/hash-pool.ts';
import type { Seam } from './seam.ts';
import { type Inode, isBare, type VirtualDisk } from './virtual-disk.ts';

export type DiskPortOptions = {
  readonly disk: VirtualDisk;
  readonly seam: Seam;
  /** Effects are reported late: other things happen in between, and the process may end before it hears of them. */
  readonly isLate?: boolean;
  /** Called before each call; returns its fault, or null. */
  readonly fault: (call: string, path: string) => FileSystemErrorCode | null;
  /** Reports changes that the engine made to a person's path. */
  readonly told: (deed: DiskDeed) => void;
};

export type DiskDeed =
  | { readonly kind: 'installed'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'trashed'; readonly path: string; readonly inode: Inode }
  | { readonly kind: 'moved'; readonly path: string };

const digest = (bytes: Uint8Array) => sha1(createHash('sha1').update(bytes).digest('hex'));

/** The engine's file system port on the virtual disk. */
export function diskPort(options: DiskPortOptions): FileSystem {
  const { disk, seam, told } = options;
  /** Every call takes a while, may fail, and then takes effect at a single moment. */
  const call = async <Value>(name: string, path: string, effect: () => Value): Promise<Value> => {
    await seam.cross();
    const code = options.fault(name, path);
    if (code !== null) throw new FileSystemError(code, path, `${name} of ${path} failed: ${code}`);
    assertMayTouch(options, name, path);
    const value = effect();
    if (options.isLate === true && EFFECTS.has(name)) await seam.cross('return');
    return value;
  };
  const fail = (code: FileSystemErrorCode, path: string): never => {
    throw new FileSystemError(code, path, `${path}: ${code}`);
  };
  const find = (path: string): Inode | null => {
    const { inode, through } = disk.look(path);
    return through ? fail('not_supported', path) : inode;
  };
  const need = (path: string): Inode => find(path) ?? fail('not_found', path);
  const folderOf = (path: string): Inode => {
    const folder = need(parentOf(path));
    if (folder.kind === 'folder') return folder;
    return fail(folder.kind === 'link' ? 'not_supported' : 'not_found', path);
  };
  const listing = (path: string): LocalListing => {
    const inode = need(path);
    if (inode.kind !== 'folder') fail('not_supported', path);
    const names = [...inode.children.keys()].sort();
    const entries = names.flatMap((name) => {
      const child = inode.children.get(name);
      return child === undefined ? [] : [{ name, stat: disk.stat(child) }];
    });
    return { path, self: disk.stat(inode), entries, undecodable: [] };
  };
  const makeFolders = (path: string): Inode => {
    const found = find(path);
    if (found !== null) return found;
    return disk.create(makeFolders(parentOf(path)), nameOf(path), 'folder');
  };
  const markerOf = (root: string): string | null => {
    const inode = disk.look(`${root}/.tandem/root`).inode;
    return inode === null ? null : new TextDecoder().decode(inode.bytes);
  };
  const isAs = (expect: MarkedFolder, root: string): boolean =>
    'marker' in expect
      ? markerOf(root) === expect.marker
      : disk.stat(need(root)).fingerprint.identity === expect.identity;
  const stagingPath = (root: string, name: string): string =>
    /^[^/\\]+$/.test(name) && name !== '.' && name !== '..'
      ? `${root}/.tandem/staging/${name}`
      : fail('not_supported', name);

  return {
    stat: (path) =>
      call('stat', path, () => {
        const inode = find(path);
        return inode === null ? null : disk.stat(inode);
      }),
    // No link on this disk leads to a root.
    realPath: async (path) => path,
    list: (path) => call('list', path, () => listing(path)),
    async *walk(root, enter, signal) {
      const open: string[] = [root];
      while (open.length > 0) {
        const path = open.shift() ?? root;
        signal?.throwIfAborted();
        const found = await call('walk', path, () => listing(path)).catch((error: unknown) => {
          if (error instanceof FileSystemError) return error;
          throw error;
        });
        signal?.throwIfAborted();
        if (found instanceof FileSystemError) {
          yield { ok: false, path, error: found };
          continue;
        }
        yield { ok: true, listing: found };
        for (const { name, stat } of found.entries) {
          const child = `${path}/${name}`;
          if (stat.kind === 'folder' && enter(child.slice(root.length + 1))) open.push(child);
        }
      }
      signal?.throwIfAborted();
    },
    openRead: (path) =>
      call('open', path, () => {
        const inode = need(path);
        if (inode.kind !== 'file') fail('not_supported', path);
        return {
          stat: () => call('fstat', path, () => disk.stat(inode)),
          read: (target, offset) =>
            call('read', path, () => {
              const part = inode.bytes.subarray(offset, offset + target.length);
              target.set(part);
              return part.length;
            }),
          close: async () => {},
        };
      }),
    createFolder: (path) =>
      call('mkdir', path, () => {
        const folder = folderOf(path);
        assertName(disk, path);
        if (disk.nameIn(folder, nameOf(path)) !== undefined) fail('exists', path);
        const made = disk.create(folder, nameOf(path), 'folder');
        told({ kind: 'moved', path });
        return disk.stat(made);
      }),
    move: (from, to) =>
      call('rename', from, () => {
        assertName(disk, to);
        const [source, target] = [folderOf(from), folderOf(to)];
        const inode = need(from);
        const holder = disk.nameIn(target, nameOf(to));
        const isCaseOnly = target === source && holder === disk.nameIn(source, nameOf(from));
        if (holder !== undefined && !isCaseOnly) fail('exists', to);
        for (let at = to; at !== '/'; at = parentOf(at)) if (disk.look(at).inode === inode && at !== to) fail('io', to);
        disk.remove(source, disk.nameIn(source, nameOf(from)) ?? nameOf(from));
        disk.add(target, nameOf(to), inode);
        told({ kind: 'moved', path: to });
        return disk.stat(inode);
      }),
    openStaging: (root, name) =>
      call('stage', name, () => {
        const path = stagingPath(root, name);
        assertThere(disk, root);
        const folder = makeFolders(parentOf(path));
        const known = folder.children.get(name);
        if (known !== undefined && known.links > 1) disk.remove(folder, name);
        const inode = folder.children.get(name) ?? disk.create(folder, name, 'file');
        return stagingFile(disk, inode, path, call);
      }),
    listStaging: (root) =>
      call('list', root, () => [...(disk.look(`${root}/.tandem/staging`).inode?.children.keys() ?? [])].sort()),
    removeStaging: (root, name) =>
      call('unlink', name, () => {
        const folder = disk.look(parentOf(stagingPath(root, name))).inode;
        if (folder?.children.has(name)) disk.remove(folder, name);
      }),
    install: (root, stagingName, target, expect) =>
      call('install', target, () => {
        assertName(disk, target);
        const staged = need(stagingPath(root, stagingName));
        const folder = folderOf(target);
        const holder = disk.nameIn(folder, nameOf(target));
        assertReplaceable(disk, holder === undefined ? null : (folder.children.get(holder) ?? null), expect, target);
        const staging = folderOf(stagingPath(root, stagingName));
        disk.remove(staging, stagingName);
        const replaced = holder === undefined ? undefined : folder.children.get(holder);
        if (replaced !== undefined && expect !== null && disk.traits.hasHardLinks) {
          replaced.isReplaced = true;
          disk.add(staging, replacedName(stagingName, expect, nameOf(target)), replaced);
        }
        if (holder !== undefined) disk.remove(folder, holder);
        disk.add(folder, holder ?? nameOf(target), staged);
        told({ kind: 'installed', path: target, bytes: staged.bytes });
        return disk.stat(staged);
      }),
    trash: (path, trash, expect, about) =>
      call('trash', path, () => {
        const inode = need(path);
        if (expect !== undefined && disk.stat(inode).fingerprint.identity !== expect) fail('changed', path);
        const folder = folderOf(path);
        told({ kind: 'trashed', path, inode });
        const into = makeFolders(trash);
        let name = nameOf(path);
        for (let number = 2; into.children.has(name); number++) name = `${nameOf(path)} ${number}`;
        about?.(`${trash}/${name}`);
        disk.remove(folder, disk.nameIn(folder, nameOf(path)) ?? nameOf(path));
        disk.add(into, name, inode);
        return `${trash}/${name}`;
      }),
    readMarker: (root) => call('marker', root, () => markerOf(root)),
    writeMarker: (root, marker, expect) =>
      call('marker', root, () => {
        assertThere(disk, root);
        if (expect !== undefined && !isAs(expect, root)) fail('changed', root);
        const folder = makeFolders(`${root}/.tandem`);
        if (folder.children.has('root')) disk.remove(folder, 'root');
        disk.create(folder, 'root', 'file', new TextEncoder().encode(marker));
      }),
    removeMarker: (root) =>
      call('marker', root, () => {
        const folder = disk.look(root).inode;
        const state = folder?.children.get('.tandem');
        if (!folder || state === undefined) return;
        const staging = state.children.get('staging');
        const staged = [...(staging?.children.keys() ?? [])];
        const going = staged.filter((name) => replacedBy(name) === null);
        if (staging === undefined || going.length === staged.length) return disk.remove(folder, '.tandem');
        for (const name of going) disk.remove(staging, name);
        for (const name of state.children.keys()) if (name !== 'staging') disk.remove(state, name);
      }),
    volumeId: (path) =>
      call('stat', path, () => {
        const { inode } = disk.look(path);
        return inode === null ? null : `${isBare(inode) ? 'system' : 'volume'} of ${disk.name}`;
      }),
    movesKeepIdentity: async () => true,
    freeBytes: (path) => call('statfs', path, () => 2 ** 40),
    traits: (root) => call('stat', root, () => disk.traits),
  };
}

/** As on a real disk: the root folder cannot be recreated while its volume is missing. */
function assertThere(disk: VirtualDisk, root: string): void {
  if (disk.look(root).inode === null) throw new FileSystemError('not_found', root, `${root} does not exist`);
}

function assertReplaceable(disk: VirtualDisk, holder: Inode | null, expect: Fingerprint | null, target: string): void {
  if (expect === null) {
    if (holder !== null) throw new FileSystemError('exists', target, `${target} is taken`);
    return;
  }
  const isExpected = holder !== null && isUntouched(disk.stat(holder).fingerprint, expect);
  if (!isExpected) throw new FileSystemError('changed', target, `${target} is not as expected`);
}

/** Rejects files that programs have open, and files that the engine may not read. */
function assertMayTouch({ disk }: Pick<DiskPortOptions, 'disk'>, call: string, path: string): void {
  // Uses the computer's clock, as the programs do for their end times.
  const now = disk.nowMs();
  for (let above = parentOf(path); above !== '/'; above = parentOf(above)) {
    if ((disk.look(above).inode?.deniedUntilMs ?? 0) > now)
      throw new FileSystemError('denied', path, `${above} is not to be entered`);
  }
  const inode = READS.has(call) || CHANGES.has(call) ? disk.look(path).inode : null;
  if (inode === null) return;
  if (inode.lockedUntilMs > now) throw new FileSystemError('busy', path, `${path} is open in a program`);
  if (READS.has(call) && inode.deniedUntilMs > now)
    throw new FileSystemError('denied', path, `${path} is not readable`);
}

const READS: ReadonlySet<string> = new Set(['list', 'walk', 'open', 'read', 'hash']);
const EFFECTS: ReadonlySet<string> = new Set(['mkdir', 'rename', 'install', 'trash', 'utimes']);
const CHANGES: ReadonlySet<string> = new Set(['rename', 'install', 'trash', 'utimes']);

/** @throws FileSystemError for a name that this disk does not allow. */
function assertName({ traits }: VirtualDisk, path: string): void {
  const trouble = diskNameTrouble(nameOf(path), traits);
  if (trouble === null) return;
  throw new FileSystemError(trouble === 'too_long' ? 'name_too_long' : 'not_supported', path, `${path}: ${trouble}`);
}

type Call = <Value>(name: string, path: string, effect: () => Value) => Promise<Value>;

function stagingFile(disk: VirtualDisk, inode: Inode, path: string, call: Call): StagingFile {
  return {
    sizeBytes: inode.bytes.length,
    append: (bytes) =>
      call('append', path, () => {
        const whole = new Uint8Array(inode.bytes.length + bytes.length);
        whole.set(inode.bytes);
        whole.set(bytes, inode.bytes.length);
        inode.bytes = whole;
      }),
    truncate: () =>
      call('truncate', path, () => {
        inode.bytes = new Uint8Array();
      }),
    finish: (modifiedAtMs) =>
      call('fsync', path, () => {
        if (modifiedAtMs !== null) inode.mtimeNs = BigInt(Math.round(modifiedAtMs)) * 1_000_000n;
        inode.flushedBytes = inode.bytes.length;
        return {
          sha1: digest(inode.bytes),
          sizeBytes: inode.bytes.length,
          identity: disk.stat(inode).fingerprint.identity,
        };
      }),
    close: async () => {},
  };
}

/** Hashes files on the virtual disk. Like the real pool, it reports a file that changes meanwhile. */
export function hashPort(options: Pick<DiskPortOptions, 'disk' | 'seam' | 'fault'>): HashPool {
  const { disk, seam } = options;
  const look = (path: string, expect: Fingerprint): Uint8Array => {
    const { inode } = disk.look(path);
    if (inode === null) throw new FileSystemError('not_found', path, `${path} does not exist`);
    const stat: LocalStat = disk.stat(inode);
    if (!sameFingerprint(stat.fingerprint, expect)) throw new FileSystemError('changed', path, `${path} has changed`);
    return inode.bytes;
  };
  return {
    async hash(path, expect, signal) {
      await seam.cross();
      signal?.throwIfAborted();
      const code = options.fault('hash', path);
      if (code !== null) throw new FileSystemError(code, path, `hash of ${path} failed: ${code}`);
      assertMayTouch({ disk }, 'hash', path);
      look(path, expect);
      await seam.cross();
      signal?.throwIfAborted();
      const bytes = look(path, expect);
      return { sha1: digest(bytes), sizeBytes: bytes.length };
    },
    close: async () => {},
  };
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
