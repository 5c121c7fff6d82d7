import { createHash } from 'node:crypto';
import { type Content, type Fingerprint, sameFingerprint } from '../../../main/engine/model/entry.ts';
import { fileIdentity, sha1 } from '../../../main/engine/model/ids.ts';
import { replacedBy } from '../../../main/engine/model/names/staged-name.ts';
import type { LocalListing, LocalStat } from '../../../main/engine/model/observation.ts';
import { type FileSystem, FileSystemError, type StagingFile } from '../../../main/engine/ports/file-system.ts';
import { isConflictName } from '../checks/conflicts.ts';
import type { Plant } from '../world/device/device.ts';

/** Overwrites the target without comparing it with the expected file. */
export function blindInstall(disk: FileSystem): FileSystem {
  return {
    ...disk,
    async install(root, stagingName, target, expect) {
      const now = expect === null ? null : ((await disk.stat(target))?.fingerprint ?? expect);
      return disk.install(root, stagingName, target, now);
    },
  };
}

/** Treats every stat or listing error as "nothing there". */
export function emptyForAnError(disk: FileSystem): FileSystem {
  const nothing = async (path: string, error: unknown): Promise<LocalListing> => {
    if (!(error instanceof FileSystemError) || error.code === 'not_found') throw error;
    const self = await disk.stat(path);
    if (self === null) throw error;
    return { path, self, entries: [], undecodable: [] };
  };
  return {
    ...disk,
    stat: (path) =>
      disk.stat(path).catch((error: unknown) => {
        if (error instanceof FileSystemError) return null;
        throw error;
      }),
    list: (path) => disk.list(path).catch((error: unknown) => nothing(path, error)),
    async *walk(root, enter, signal) {
      for await (const result of disk.walk(root, enter, signal)) {
        if (result.ok) yield result;
        else yield { ok: true, listing: await nothing(result.path, result.error) };
      }
    },
  };
}

/** Trusts the announced digest of a download if the size matches. */
export function believedDigest(): Plant {
  const announced = new Map<number, Content>();
  return {
    remote: (remote) => ({
      ...remote,
      async download(wanted, signal) {
        const content = (await remote.item(wanted.file, 'file', signal))?.content ?? null;
        if (content !== null) announced.set(content.sizeBytes, content);
        return remote.download(wanted, signal);
      },
    }),
    fileSystem: (disk) => ({
      ...disk,
      async openStaging(root, name) {
        const staging = await disk.openStaging(root, name);
        return {
          ...plain(staging),
          async finish(...how) {
            const content = await staging.finish(...how);
            return { ...content, ...announced.get(content.sizeBytes) };
          },
        };
      },
    }),
  };
}

const plain = (staging: StagingFile): StagingFile => ({
  sizeBytes: staging.sizeBytes,
  append: (bytes) => staging.append(bytes),
  truncate: () => staging.truncate(),
  finish: (...how) => staging.finish(...how),
  close: () => staging.close(),
});

/** Computes the digest from the written bytes and skips the flush. */
export function withoutFlush(disk: FileSystem): FileSystem {
  return {
    ...disk,
    async openStaging(root, name) {
      const staging = await disk.openStaging(root, name);
      if (staging.sizeBytes > 0) return staging;
      const digest = createHash('sha1');
      let sizeBytes = 0;
      return {
        ...plain(staging),
        append(bytes) {
          digest.update(bytes);
          sizeBytes += bytes.length;
          return staging.append(bytes);
        },
        finish: async () => ({
          sha1: sha1(digest.copy().digest('hex')),
          sizeBytes,
          identity: fileIdentity('not known'),
        }),
      };
    },
  };
}

/** Records a download as done although the file could not be put in place. */
export function downloadTakenForDone(disk: FileSystem): FileSystem {
  let made = 0;
  return {
    ...disk,
    install: (root, stagingName, target, expect) =>
      disk.install(root, stagingName, target, expect).catch((error: unknown): LocalStat => {
        if (!(error instanceof FileSystemError)) throw error;
        made += 1;
        const fingerprint: Fingerprint = {
          identity: fileIdentity(`nowhere:${made}`),
          sizeBytes: 0,
          mtimeNs: '0',
          ctimeNs: '0',
        };
        return { kind: 'file', fingerprint, links: 1 };
      }),
  };
}

/** Replaces a file like any rename does: what its programs still have open is lost with its name. */
export function replacedNameless(disk: FileSystem): FileSystem {
  return {
    ...disk,
    async install(root, ...how) {
      const stat = await disk.install(root, ...how);
      for (const name of await disk.listStaging(root)) {
        if (replacedBy(name) !== null) await disk.removeStaging(root, name);
      }
      return stat;
    },
  };
}

/** Overwrites the loser of a conflict instead of keeping it. */
export function conflictCopiesLost(disk: FileSystem): FileSystem {
  return {
    ...disk,
    async move(from, to) {
      if (!isConflictName(to)) return disk.move(from, to);
      const root = `/${from.split('/')[1]}`;
      const stat = await disk.move(from, `${root}/.tandem/staging/lost`);
      await disk.removeStaging(root, 'lost');
      return stat;
    },
  };
}

/** Identifies files by name. */
export const identityOfName = (disk: FileSystem): FileSystem =>
  withIdentities(disk, (path) => `name:${path.slice(path.lastIndexOf('/') + 1)}`);

/** Identifies files by size. */
export const identityOfSize = (disk: FileSystem): FileSystem =>
  withIdentities(disk, (_path, { kind, fingerprint }) => (kind === 'file' ? `size:${fingerprint.sizeBytes}` : null));

/** Identifies files by path. */
export const identityOfPath = (disk: FileSystem): FileSystem => withIdentities(disk, (path) => `path:${path}`);

/** Compares files by size only. */
export const sizesOnly = (disk: FileSystem): FileSystem =>
  withFingerprints(disk, ({ identity, sizeBytes }) => ({ identity, sizeBytes, mtimeNs: '0', ctimeNs: '0' }));

/** `of` returns the identity of a path; null: the disk's own. */
const withIdentities = (disk: FileSystem, of: (path: string, stat: LocalStat) => string | null): FileSystem =>
  withFingerprints(disk, (fingerprint, path, stat) => {
    const identity = of(path, stat);
    return identity === null ? fingerprint : { ...fingerprint, identity: fileIdentity(identity) };
  });

/** The engine sees each file with the fingerprint that `of` returns. */
function withFingerprints(
  disk: FileSystem,
  of: (fingerprint: Fingerprint, path: string, stat: LocalStat) => Fingerprint,
): FileSystem {
  const change = (path: string, stat: LocalStat): LocalStat => ({
    ...stat,
    fingerprint: of(stat.fingerprint, path, stat),
  });
  const changeAll = (listing: LocalListing): LocalListing => ({
    ...listing,
    self: change(listing.path, listing.self),
    entries: listing.entries.map(({ name, stat }) => ({ name, stat: change(`${listing.path}/${name}`, stat) })),
  });
  /** Restores the world's own fingerprint for comparisons. */
  const unchanged = async (path: string, expect: Fingerprint | null): Promise<Fingerprint | null> => {
    const now = expect === null ? null : await disk.stat(path);
    if (expect === null || now === null || !sameFingerprint(change(path, now).fingerprint, expect)) return expect;
    return now.fingerprint;
  };
  return {
    ...disk,
    async stat(path) {
      const stat = await disk.stat(path);
      return stat === null ? null : change(path, stat);
    },
    list: async (path) => changeAll(await disk.list(path)),
    async *walk(root, enter, signal) {
      for await (const result of disk.walk(root, enter, signal)) {
        yield result.ok ? { ok: true, listing: changeAll(result.listing) } : result;
      }
    },
    async openRead(path) {
      const file = await disk.openRead(path);
      return {
        stat: async () => change(path, await file.stat()),
        read: (target, offset) => file.read(target, offset),
        close: () => file.close(),
      };
    },
    createFolder: async (path) => change(path, await disk.createFolder(path)),
    move: async (from, to) => change(to, await disk.move(from, to)),
    install: async (root, name, target, expect) =>
      change(target, await disk.install(root, name, target, await unchanged(target, expect))),
  };
}
