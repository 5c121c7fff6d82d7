import type { FileSystem, StagingFile } from '../../../ports/file-system.ts';
import { createPauseGate } from '../pause-gate.ts';
import type { SpaceShort } from '../transfer.ts';

/** The space of a download that its bytes have not taken yet. */
export type SpaceClaim = {
  /** The staging file, whose writes use up the claim. A write rejects with `SpaceTakenError` once the rest no longer fits beside the reserve. */
  writing(staging: StagingFile): StagingFile;
  release(): void;
};

/**
 * The space that running downloads will still take, per volume, so that they don't count on the same free bytes (edge case 113).
 */
export type DiskSpace = {
  /**
   * Resolves when the bytes fit beside the reserve and all other claims; waits while they fit without the other claims only.
   * Null: they don't fit even then. Rejects with the signal's reason.
   */
  claim(root: string, bytes: number, signal: AbortSignal): Promise<SpaceClaim | null>;
};

/** Other programs have taken space that a claim counted on; the disk itself refused nothing. `neededBytes`: for the rest of the file. */
export class SpaceTakenError extends Error {
  readonly space: SpaceShort;
  constructor(space: SpaceShort) {
    super('The disk no longer has enough space.');
    this.name = 'SpaceTakenError';
    this.space = space;
  }
}

type Claim = { readonly root: string; bytes: number };

/** Bytes to write before the free space is looked at again: other programs write too. */
const LOOK_AGAIN_BYTES = 4 * 1024 * 1024;

export function createDiskSpace(
  fileSystem: Pick<FileSystem, 'freeBytes' | 'volumeId'>,
  reserveBytes: number,
): DiskSpace {
  const claims = new Set<Claim>();
  const released = createPauseGate();
  released.close();
  let releases = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const release = (claim: Claim): void => {
    if (!claims.delete(claim)) return;
    releases += 1;
    released.open();
    released.close();
  };
  /** The roots with claims on the volume of this one. */
  const rootsBeside = async (root: string): Promise<ReadonlySet<string>> => {
    const beside = new Set([root]);
    for (const other of new Set([...claims].map((claim) => claim.root))) {
      if (other === root) continue;
      if ((await fileSystem.volumeId(other)) === (await fileSystem.volumeId(root))) beside.add(other);
    }
    return beside;
  };
  /** One at a time. The claims are summed first: what they write meanwhile then counts twice rather than not at all. */
  const admit = async (root: string, bytes: number): Promise<Claim | 'later' | null> => {
    const beside = await rootsBeside(root);
    const claimedBytes = [...claims].reduce((sum, claim) => sum + (beside.has(claim.root) ? claim.bytes : 0), 0);
    const leftBytes = (await fileSystem.freeBytes(root)) - reserveBytes - bytes;
    if (leftBytes < 0) return null;
    if (leftBytes < claimedBytes) return 'later';
    const claim = { root, bytes };
    claims.add(claim);
    return claim;
  };
  const claimOnce = (root: string, bytes: number): Promise<Claim | 'later' | null> => {
    const own = turn.then(() => admit(root, bytes));
    turn = own.catch(() => undefined);
    return own;
  };
  return {
    async claim(root, bytes, signal) {
      for (;;) {
        const seen = releases;
        const claim = await claimOnce(root, bytes);
        if (claim === null) return null;
        if (claim === 'later') {
          if (seen === releases) await released.pass(signal);
          continue;
        }
        const check = async () => {
          const space = { neededBytes: claim.bytes + reserveBytes, freeBytes: await fileSystem.freeBytes(root) };
          if (space.freeBytes < space.neededBytes) throw new SpaceTakenError(space);
        };
        return { writing: (staging) => claimedStaging(staging, claim, check), release: () => release(claim) };
      }
    },
  };
}

function claimedStaging(staging: StagingFile, claim: Claim, check: () => Promise<void>): StagingFile {
  const wholeBytes = claim.bytes;
  let unseenBytes = 0;
  return {
    ...staging,
    async append(bytes) {
      await staging.append(bytes);
      claim.bytes = Math.max(0, claim.bytes - bytes.length);
      unseenBytes += bytes.length;
      if (unseenBytes < LOOK_AGAIN_BYTES) return;
      unseenBytes = 0;
      await check();
    },
    async truncate() {
      await staging.truncate();
      claim.bytes = wholeBytes;
    },
  };
}
