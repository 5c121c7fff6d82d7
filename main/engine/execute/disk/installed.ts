import { type Content, type Fingerprint, sameContent } from '../../model/entry.ts';
import type { FileIdentity } from '../../model/ids.ts';
import { timeStepLeftMs } from '../../model/time-step.ts';
import type { Clock } from '../../ports/clock.ts';
import { FileSystemError } from '../../ports/file-system.ts';
import type { Execution } from '../execution.ts';

/** Tolerance when a modification time is read back, both for disks that round and for those that keep nanoseconds. */
const ROUNDING_NS = 2_000_000n;

/**
 * The fingerprint to agree on for the download installed at `path`. It was read after the install, and a save may have come in
 * between: taking that file for ours would hide the edit permanently. The modification time that we set identifies our file;
 * failing that, its content does.
 */
export async function installedFingerprint(
  { hashPool, clock }: Pick<Execution, 'hashPool'> & { readonly clock: Pick<Clock, 'nowMs'> },
  installed: { readonly path: string; readonly fingerprint: Fingerprint; readonly content: Content },
  modifiedAtMs: number | null,
  signal: AbortSignal,
): Promise<Fingerprint> {
  const { path, fingerprint, content } = installed;
  const ourNs = nsOf(modifiedAtMs);
  const isOurTime = ourNs !== null && distance(BigInt(fingerprint.mtimeNs), ourNs) <= ROUNDING_NS;
  // An edit can still have the same time: the next plan reads the file once that is over.
  if (timeStepLeftMs(fingerprint, clock.nowMs()) > 0) return someOther(fingerprint, null);
  if (isOurTime && fingerprint.sizeBytes === content.sizeBytes) return fingerprint;
  if (fingerprint.sizeBytes !== content.sizeBytes) return someOther(fingerprint, ourNs);
  try {
    return sameContent(await hashPool.hash(path, fingerprint, signal), content)
      ? fingerprint
      : someOther(fingerprint, ourNs);
  } catch (error) {
    // Unreadable, being changed, or cancelled: it may not be ours. Record the install anyway, or our file would pass for a local
    // edit.
    if (error instanceof FileSystemError || signal.aborted) return someOther(fingerprint, ourNs);
    throw error;
  }
}

/** The expected fingerprint of a staged file after its install, as far as known. */
export function awaitedFingerprint(
  identity: FileIdentity,
  { sizeBytes }: Content,
  modifiedAtMs: number | null,
): Fingerprint {
  const mtimeNs = String(nsOf(modifiedAtMs) ?? 0n);
  return { identity, sizeBytes, mtimeNs, ctimeNs: mtimeNs };
}

const nsOf = (ms: number | null): bigint | null => (ms === null ? null : BigInt(Math.trunc(ms)) * 1_000_000n);

/** A stand-in for our fingerprint: it differs from the one on disk, so the next plan sees the edit. */
function someOther(fingerprint: Fingerprint, ourNs: bigint | null): Fingerprint {
  const mtimeNs = ourNs ?? BigInt(fingerprint.mtimeNs) - 1n;
  return { ...fingerprint, mtimeNs: String(mtimeNs === BigInt(fingerprint.mtimeNs) ? mtimeNs - 1n : mtimeNs) };
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
