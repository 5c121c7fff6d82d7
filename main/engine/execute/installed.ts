import { type Content, type Fingerprint, sameContent } from '../model/entry.ts';
import type { FileIdentity } from '../model/ids.ts';
import { FileSystemError } from '../ports/file-system.ts';
import type { Execution } from './execution.ts';

/** A modification time that was set comes back within this, on disks that keep nanoseconds as on those that round. */
const ROUNDING_NS = 2_000_000n;

/**
 * The fingerprint to agree on for what a download has put at `path`. It was read after the file was in place, and a person may
 * have saved over it in between: then it is theirs, and taking it for ours would hide the edit for ever. The time that we
 * gave the file tells; where it does not, its bytes do.
 */
export async function installedFingerprint(
  { hashPool }: Pick<Execution, 'hashPool'>,
  installed: { readonly path: string; readonly fingerprint: Fingerprint; readonly content: Content },
  modifiedAtMs: number | null,
  signal: AbortSignal,
): Promise<Fingerprint> {
  const { path, fingerprint, content } = installed;
  const ourNs = nsOf(modifiedAtMs);
  const isOurTime = ourNs !== null && distance(BigInt(fingerprint.mtimeNs), ourNs) <= ROUNDING_NS;
  if (isOurTime && fingerprint.sizeBytes === content.sizeBytes) return fingerprint;
  if (fingerprint.sizeBytes !== content.sizeBytes) return someOther(fingerprint, ourNs);
  try {
    return sameContent(await hashPool.hash(path, fingerprint, signal), content)
      ? fingerprint
      : someOther(fingerprint, ourNs);
  } catch (error) {
    // Not readable, changing right now, or told to stop: not known to be ours. That it is in place is written down all the same,
    // or it would be taken for a person's.
    if (error instanceof FileSystemError || signal.aborted) return someOther(fingerprint, ourNs);
    throw error;
  }
}

/** What a staged file will be when it is in place, as far as that is known before. */
export function awaitedFingerprint(
  identity: FileIdentity,
  { sizeBytes }: Content,
  modifiedAtMs: number | null,
): Fingerprint {
  const mtimeNs = String(nsOf(modifiedAtMs) ?? 0n);
  return { identity, sizeBytes, mtimeNs, ctimeNs: mtimeNs };
}

const nsOf = (ms: number | null): bigint | null => (ms === null ? null : BigInt(Math.trunc(ms)) * 1_000_000n);

/** What ours must have been: differs from what is there, so that the next plan sees the edit. */
function someOther(fingerprint: Fingerprint, ourNs: bigint | null): Fingerprint {
  const mtimeNs = ourNs ?? BigInt(fingerprint.mtimeNs) - 1n;
  return { ...fingerprint, mtimeNs: String(mtimeNs === BigInt(fingerprint.mtimeNs) ? mtimeNs - 1n : mtimeNs) };
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
