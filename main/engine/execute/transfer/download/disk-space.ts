import type { Clock } from '../../../ports/clock.ts';
import type { FileSystem, StagingFile } from '../../../ports/file-system.ts';
import type { SpaceShort } from '../transfer.ts';
import { createSpaceLines } from './space-lines.ts';

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
   * The claim, if the bytes fit beside the reserve and all other claims. `later`: they fit without the other claims only. Null: not
   * even then.
   */
  claim(root: string, bytes: number): Promise<SpaceClaim | 'later' | null>;
  /** Resolves when `claim` may no longer answer `later`. Rejects with the signal's reason. */
  wait(root: string, bytes: number, signal: AbortSignal): Promise<void>;
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

type Claim = { readonly root: string; readonly volume: string | null; bytes: number };

/** Bytes to write before the free space is looked at again: other programs write too. */
const LOOK_AGAIN_BYTES = 4 * 1024 * 1024;

type Parts = { readonly fileSystem: Pick<FileSystem, 'freeBytes' | 'volumeId'>; readonly clock: Pick<Clock, 'sleep'> };

export function createDiskSpace({ fileSystem, clock }: Parts, reserveBytes: number): DiskSpace {
  /** In the order in which they were asked for: each is checked against those before it. */
  const claims = new Set<Claim>();
  const claimedBytes = (volume: string | null, until: Claim | null): number => {
    let sum = 0;
    for (const claim of claims) {
      if (claim === until) break;
      if (claim.volume === volume) sum += claim.bytes;
    }
    return sum;
  };
  const lines = createSpaceLines({
    clock,
    usableBytes: async (root) => (await fileSystem.freeBytes(root)) - reserveBytes,
    claimedBytes: (volume) => claimedBytes(volume, null),
  });
  const release = (claim: Claim): void => {
    if (claims.delete(claim)) lines.look(claim.volume);
  };
  /** Not asked again while the root has claims. */
  const volumeOf = async (root: string): Promise<string | null> => {
    for (const claim of claims) if (claim.root === root) return claim.volume;
    return fileSystem.volumeId(root);
  };
  /** The claims are summed before the disk is read: what they write meanwhile then counts twice rather than not at all. */
  const admit = async (claim: Claim): Promise<'now' | 'later' | null> => {
    const othersBytes = claimedBytes(claim.volume, claim);
    const leftBytes = (await fileSystem.freeBytes(claim.root)) - reserveBytes - claim.bytes;
    if (leftBytes < 0) return null;
    return leftBytes < othersBytes ? 'later' : 'now';
  };
  return {
    async claim(root, bytes) {
      const claim: Claim = { root, volume: await volumeOf(root), bytes };
      claims.add(claim);
      let admitted: 'now' | 'later' | null = null;
      try {
        admitted = await admit(claim);
      } finally {
        if (admitted !== 'now') release(claim);
      }
      if (admitted !== 'now') return admitted;
      const check = async () => {
        const space = { neededBytes: claim.bytes + reserveBytes, freeBytes: await fileSystem.freeBytes(root) };
        if (space.freeBytes < space.neededBytes) throw new SpaceTakenError(space);
      };
      return { writing: (staging) => claimedStaging(staging, claim, check), release: () => release(claim) };
    },
    wait: async (root, bytes, signal) => lines.wait({ root, volume: await volumeOf(root), bytes }, signal),
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
