import { fileIdentity } from '../../../../main/engine/model/ids.ts';
import { nameKey } from '../../../../main/engine/model/names/name-key.ts';
import type { LocalStat } from '../../../../main/engine/model/observation.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { Personality } from './personality.ts';

/** A file, folder or link with an inode number. Hard links are several names of one inode. */
export type Inode = {
  readonly number: number;
  readonly kind: 'file' | 'folder' | 'link';
  bytes: Uint8Array;
  mtimeNs: bigint;
  ctimeNs: bigint;
  links: number;
  /** Number of bytes that survive a crash: staging files are flushed when complete. */
  flushedBytes: number;
  /** A program has it open exclusively until then. */
  lockedUntilMs: number;
  /** The engine may not read it until then. */
  deniedUntilMs: number;
  /** The engine has put a new version in its place. */
  isReplaced: boolean;
  readonly children: Map<string, Inode>;
};

/** An in-memory disk. Synchronous and without faults: every change happens at one moment. */
export type VirtualDisk = {
  readonly name: string;
  readonly traits: Personality;
  readonly root: Inode;
  /** Null: nothing there. `through`: the path crosses a link. */
  look(path: string): { readonly inode: Inode | null; readonly through: boolean };
  /** The stored name in its folder, which may differ in case on a case-insensitive disk. */
  nameIn(folder: Inode, name: string): string | undefined;
  stat(inode: Inode): LocalStat;
  create(folder: Inode, name: string, kind: Inode['kind'], bytes?: Uint8Array): Inode;
  /** Adds a name to an inode. */
  add(folder: Inode, name: string, inode: Inode): void;
  remove(folder: Inode, name: string): void;
  changed(inode: Inode): void;
  /** Called with the path of every folder whose listing may have changed. */
  onChange: (folderPath: string) => void;
  pathOf(folder: Inode): string;
  /** Its parent folder; null for the top. */
  folderOf(inode: Inode): Inode | null;
  nowMs(): number;
};

export function createDisk(name: string, time: VirtualTime, traits: Personality): VirtualDisk {
  let numbers = 0;
  /** The latest modification time that each file has got by a change. */
  const latest = new WeakMap<Inode, bigint>();
  const parents = new Map<Inode, { readonly folder: Inode; readonly name: string }>();
  const make = (kind: Inode['kind'], bytes: Uint8Array): Inode => {
    const now = time.nextNs();
    numbers += 1;
    const inode: Inode = {
      number: numbers,
      kind,
      bytes,
      mtimeNs: now,
      ctimeNs: now,
      links: 1,
      flushedBytes: 0,
      lockedUntilMs: 0,
      deniedUntilMs: 0,
      isReplaced: false,
      children: new Map(),
    };
    latest.set(inode, now);
    return inode;
  };
  const root = make('folder', new Uint8Array());
  const grained = (ns: bigint): bigint => ns - (((ns % traits.grainNs) + traits.grainNs) % traits.grainNs);
  const nameIn = (folder: Inode, wanted: string): string | undefined => {
    if (folder.children.has(wanted)) return wanted;
    if (traits.caseSensitive) return undefined;
    return [...folder.children.keys()].find((other) => nameKey(other) === nameKey(wanted));
  };
  const pathOf = (inode: Inode): string => {
    const names: string[] = [];
    for (let at = parents.get(inode); at !== undefined; at = parents.get(at.folder)) names.push(at.name);
    return `/${names.reverse().join('/')}`;
  };
  const disk: VirtualDisk = {
    name,
    traits,
    root,
    nameIn,
    pathOf,
    folderOf: (inode) => parents.get(inode)?.folder ?? null,
    nowMs: time.nowMs,
    onChange: () => {},
    look(path) {
      let at: Inode = root;
      const names = path.split('/').filter((part) => part !== '');
      for (const [index, part] of names.entries()) {
        if (at.kind === 'link') return { inode: null, through: true };
        const known = nameIn(at, part);
        const next = known === undefined ? undefined : at.children.get(known);
        if (next === undefined) return { inode: null, through: false };
        at = next;
        if (index === names.length - 1) return { inode: at, through: false };
      }
      return { inode: at, through: false };
    },
    stat: (inode) => ({
      kind: inode.kind,
      fingerprint: {
        identity: fileIdentity(`${name}:${inode.number}`),
        sizeBytes: inode.kind === 'file' ? inode.bytes.length : 0,
        mtimeNs: String(grained(inode.mtimeNs)),
        // A disk with second resolution has no change time.
        ctimeNs: String(grained(traits.grainNs > 1_000_000n ? inode.mtimeNs : inode.ctimeNs)),
      },
      links: inode.links,
    }),
    create(folder, childName, kind, bytes = new Uint8Array()) {
      const inode = make(kind, bytes);
      inode.links = 0;
      disk.add(folder, childName, inode);
      return inode;
    },
    add(folder, childName, inode) {
      inode.links += 1;
      inode.ctimeNs = time.nextNs();
      folder.children.set(childName, inode);
      parents.set(inode, { folder, name: childName });
      disk.changed(folder);
    },
    remove(folder, childName) {
      const inode = folder.children.get(childName);
      if (inode === undefined) throw new Error(`${childName} is not in its folder`);
      inode.links -= 1;
      inode.ctimeNs = time.nextNs();
      folder.children.delete(childName);
      disk.changed(folder);
    },
    changed(inode) {
      // Two contents of a file never share a time: an engine cannot tell apart what no disk tells apart (edge case 51).
      const now = time.nextNs();
      const lastGrain = grained(latest.get(inode) ?? 0n);
      const next = grained(now) > lastGrain ? now : lastGrain + traits.grainNs;
      inode.mtimeNs = grained(next) === grained(inode.mtimeNs) ? grained(next) + traits.grainNs : next;
      latest.set(inode, inode.mtimeNs);
      inode.ctimeNs = now;
      const folder = inode.kind === 'folder' ? inode : parents.get(inode)?.folder;
      if (folder !== undefined) disk.onChange(pathOf(folder));
    },
  };
  return disk;
}

/** Unreadable until a person restores the permission. */
export const failsForGood = (inode: Inode): boolean => inode.deniedUntilMs === Number.POSITIVE_INFINITY;

const BARE = 'nothing is mounted here';

/** The empty folder in place of a missing volume: on another volume, and no person works in it. */
export function standIn(disk: VirtualDisk, name: string): Inode {
  return disk.create(disk.root, name, 'folder', new TextEncoder().encode(BARE));
}

export const isBare = (folder: Inode): boolean => folder.bytes.length > 0;

/** Every file below a folder, by relative path, sorted; without the state folder at the top. */
export function filesBelow(folder: Inode, skip = '.tandem'): ReadonlyMap<string, Inode> {
  const found = new Map<string, Inode>();
  const enter = (at: Inode, path: string): void => {
    for (const name of [...at.children.keys()].sort()) {
      const child = at.children.get(name);
      if (child === undefined || (path === '' && name === skip)) continue;
      const childPath = path === '' ? name : `${path}/${name}`;
      found.set(childPath, child);
      if (child.kind === 'folder') enter(child, childPath);
    }
  };
  enter(folder, '');
  return found;
}
