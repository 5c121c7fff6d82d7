import { createHash, type Hash } from 'node:crypto';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { PartRecord, UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import type { MetadataStore } from '../../../ports/metadata-store.ts';

/** Sessions with a running digest; beyond that, the oldest digest is computed at its commit. */
const digestsKept = 256;

/**
 * This process's disposable knowledge of uploads in progress: the running digest of each file, and the commits in progress. The
 * digest follows the parts as they arrive, so that it is ready at the commit. Of several processes that receive the parts of a file, only
 * the one that received the first part runs it, or each would read the whole file. Without one, after a restart for example, the commit
 * reads the stored parts.
 */
export interface Assemblies {
  /**
   * Extends the digest of a session as far as its parts are contiguous, after this part was stored; the first part starts the digest.
   * Resolves when it is at most a few parts behind: otherwise a fast sender would wait for all of it at the commit, without any progress.
   */
  advance(from: PartSource, session: UploadSessionRecord, part: PartRecord): Promise<void>;
  /** The SHA-1 of the whole, lower-case hexadecimal; null if parts are missing. */
  digest(from: PartSource, session: UploadSessionRecord): Promise<string | null>;
  /**
   * Runs a commit, or joins the one that is running with the same request. When the change that it makes is held until the request
   * that runs it is answered, requests that join wait for that too.
   */
  commit(request: CommitKey, assemble: () => Promise<ItemSnapshot>, held?: Held): Promise<ItemSnapshot>;
  /** Drops everything about a session. */
  forget(sessionId: string): void;
}

/** Two commits with the same key share one result. */
export interface CommitKey {
  readonly sessionId: string;
  readonly sha1: string;
  readonly ifMatch?: string | undefined;
}

/** The change of a request, which is durable only once this resolves. */
interface Held {
  settled(): Promise<void>;
}

/** Where the parts are. */
interface PartSource {
  readonly store: MetadataStore;
  readonly blobs: BlobStore;
}

/** The digest of a session's parts from the start up to `nextOffset`. */
interface RunningDigest {
  readonly hash: Hash;
  nextOffset: number;
  /** The tail of the queue that extends it. */
  work: Promise<void>;
  /** The ends of the latest extensions, oldest first. */
  readonly looks: Promise<void>[];
}

/** Maximum parts that the digest may be behind. */
const partsBehind = 2;

/** Starts with no uploads in progress. */
export function createAssemblies(): Assemblies {
  const digests = new Map<string, RunningDigest>();
  const commits = new Map<string, Promise<ItemSnapshot>>();

  const extend = (from: PartSource, session: UploadSessionRecord): RunningDigest => {
    const known = digests.get(session.id);
    const running = known ?? { hash: createHash('sha1'), nextOffset: 0, work: Promise.resolve(), looks: [] };
    if (!known) remember(digests, session.id, running);
    running.work = running.work.then(() => hashAhead(from, session.id, running));
    // A failed read may leave half a part in the hash. It is useless then, so the commit starts from scratch.
    running.work.catch(() => digests.delete(session.id));
    return running;
  };

  return {
    advance: async (from, session, { offset }) => {
      if (offset > 0 && !digests.has(session.id)) return;
      const { looks, work } = extend(from, session);
      looks.push(work);
      // The commit computes a failed digest, so no one needs this error.
      if (looks.length > partsBehind) await looks.shift()?.catch(() => undefined);
    },
    digest: async (from, session) => {
      const running = extend(from, session);
      await running.work;
      return running.nextOffset === session.fileSizeBytes ? running.hash.copy().digest('hex') : null;
    },
    commit: async ({ sessionId, sha1, ifMatch }, assemble, held) => {
      const key = JSON.stringify([sessionId, sha1, ifMatch]);
      const running = commits.get(key);
      if (running) return running;
      const mine = assemble();
      const durable = mine.then(async (result) => {
        await held?.settled();
        return result;
      });
      commits.set(
        key,
        durable.finally(() => commits.delete(key)),
      );
      // A request that joins receives a failure; without one, the request that runs the commit does.
      commits.get(key)?.catch(() => undefined);
      return mine;
    },
    forget: (sessionId) => void digests.delete(sessionId),
  };
}

function remember(digests: Map<string, RunningDigest>, sessionId: string, running: RunningDigest): void {
  const [oldest] = digests.keys();
  if (digests.size >= digestsKept && oldest !== undefined) digests.delete(oldest);
  digests.set(sessionId, running);
}

async function hashAhead(from: PartSource, sessionId: string, running: RunningDigest): Promise<void> {
  for (;;) {
    const part = await from.store.read(({ sessions }) => sessions.getPartAt(sessionId, running.nextOffset));
    if (!part) return;
    await from.blobs.feed(part.blobId, (bytes) => void running.hash.update(bytes));
    running.nextOffset += part.sizeBytes;
  }
}
