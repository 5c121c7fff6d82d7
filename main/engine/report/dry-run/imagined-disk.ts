import { join } from 'node:path';
import { namesBelow } from '../../model/disk-path.ts';
import type { Content, Fingerprint, LocalEntry } from '../../model/entry.ts';
import { fileIdentity } from '../../model/ids.ts';
import type { LocalListing, LocalStat } from '../../model/observation.ts';
import { type FileSystem, FileSystemError, type WalkFilter, type WalkResult } from '../../ports/file-system.ts';
import type { HashPool } from '../../ports/hash-pool.ts';
import type { RootStore } from '../../store/root-store.ts';

/** An in-memory disk that mirrors a local tree. Steps appear to change it, but nothing happens on the real disk. */
export type ImaginedDisk = {
  readonly fileSystem: FileSystem;
  readonly hashPool: HashPool;
  /** Adds a new file with this content. */
  install(content: Content, modifiedAtMs: number | null): LocalStat;
};

export type ImaginedDiskParts = {
  /** The tree behind the disk; recording each step changes it. */
  readonly root: RootStore;
  readonly rootPath: string;
  readonly fileSystem: FileSystem;
  /** Hashes the real file: a file keeps its local id wherever this disk imagines it to be. */
  readonly hashReally: (local: LocalEntry, signal?: AbortSignal) => Promise<Content>;
};

export function imaginedDisk({ root, rootPath, fileSystem, hashReally }: ImaginedDiskParts): ImaginedDisk {
  let count = 0;
  const installed = new Map<string, Content>();
  const entryAt = (path: string): LocalEntry | undefined => {
    const below = namesBelow(rootPath, path);
    const id = below === '' ? root.rootLocalId : root.localAt(below);
    return id === undefined ? undefined : root.local(id);
  };
  const statAt = (path: string): LocalStat | null => {
    const entry = entryAt(path);
    return entry === undefined ? null : statOf(entry);
  };
  const fresh = (kind: LocalStat['kind'], sizeBytes: number, mtimeNs: string): LocalStat => {
    count += 1;
    const identity = fileIdentity(`imagined:${count}`);
    return { kind, fingerprint: { identity, sizeBytes, mtimeNs, ctimeNs: mtimeNs }, links: 1 };
  };
  return {
    install: (content, modifiedAtMs) => {
      const stat = fresh('file', content.sizeBytes, String(BigInt(Math.trunc(modifiedAtMs ?? 0)) * 1_000_000n));
      installed.set(stat.fingerprint.identity, content);
      return stat;
    },
    fileSystem: {
      ...fileSystem,
      stat: async (path) => statAt(path),
      list: async (path) => listingOf(root, path, entryAt(path)),
      walk: (path, enter) => walk(root, path, entryAt(path), enter),
      createFolder: async (path) => {
        if (statAt(path) !== null) throw refused('exists', path);
        return fresh('folder', 0, '0');
      },
      move: async (from, to) => {
        const [source, target] = [statAt(from), entryAt(to)];
        if (source === null) throw refused('not_found', from);
        if (target !== undefined && target.fingerprint.identity !== source.fingerprint.identity)
          throw refused('exists', to);
        return source;
      },
      trash: async (path) => path,
    },
    hashPool: {
      hash: async (path, expect, signal) => {
        const known = installed.get(expect.identity);
        if (known !== undefined) return known;
        const entry = entryAt(path);
        if (entry === undefined) throw refused('not_found', path);
        return entry.sha1 === null
          ? hashReally(entry, signal)
          : { sha1: entry.sha1, sizeBytes: entry.fingerprint.sizeBytes };
      },
      close: async () => undefined,
    },
  };
}

const statOf = ({ kind, fingerprint }: LocalEntry): LocalStat => ({ kind, fingerprint, links: 1 });

const NOTHING: Fingerprint = { identity: fileIdentity('imagined:0'), sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };

/** Ignored items exist too, but as special entries that are neither file nor folder. */
function listingOf(root: RootStore, path: string, entry: LocalEntry | undefined): LocalListing {
  if (entry === undefined || entry.kind !== 'folder') throw refused('not_found', path);
  const leftOut = root.ignoredIn(entry.id).filter(({ reason }) => reason !== 'undecodable');
  return {
    path,
    self: statOf(entry),
    entries: [
      ...root.localChildren(entry.id).map((child) => ({ name: child.name, stat: statOf(child) })),
      ...leftOut.map(({ name }) => ({ name, stat: { kind: 'special' as const, fingerprint: NOTHING, links: 1 } })),
    ],
    undecodable: [],
  };
}

async function* walk(
  root: RootStore,
  top: string,
  entry: LocalEntry | undefined,
  enter: WalkFilter,
): AsyncGenerator<WalkResult> {
  const open = [{ path: top, entry }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const listing = listingOf(root, at.path, at.entry);
    yield { ok: true, listing };
    if (at.entry === undefined) continue;
    for (const child of root.localChildren(at.entry.id)) {
      const path = join(at.path, child.name);
      if (child.kind === 'folder' && enter(namesBelow(top, path))) open.push({ path, entry: child });
    }
  }
}

const refused = (code: 'exists' | 'not_found', path: string): FileSystemError =>
  new FileSystemError(code, path, `"${path}": ${code === 'exists' ? 'the name is taken' : 'it does not exist'}.`);
