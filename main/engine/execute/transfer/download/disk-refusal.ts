import { assertNever } from '../../../model/assert-never.ts';
import type { DiskRefusal } from '../../../model/transfer/disk-refusal.ts';
import type { DownloadRecord } from '../../../model/transfer/transfer-records.ts';
import { FileSystemError } from '../../../ports/file-system.ts';
import type { DownloadOutcome, DownloadRequest } from '../transfer.ts';
import type { TransferParts } from '../transfer-run.ts';
import { discard } from './discard.ts';
import { SpaceTakenError } from './disk-space.ts';
import { stagedBytes } from './staged-bytes.ts';

type Refused = Extract<DownloadOutcome, { reason: 'disk_full' | 'too_large' }>;

const TOO_LARGE = { ok: false, reason: 'too_large' } as const;
/** Enough is free: no number explains it. */
const UNEXPLAINED = { ok: false, reason: 'disk_full', space: null } as const;
/** A raised quota shows in no number, so the disk is asked again after this. */
const HOLDS_MS = 3_600_000;

/** An earlier refusal that still holds, so that the same bytes are not received again in vain. */
export async function standingRefusal(
  { fileSystem, clock }: Pick<TransferParts, 'fileSystem' | 'clock'>,
  { root }: DownloadRequest,
  refusal: DiskRefusal | undefined,
): Promise<Refused | null> {
  if (refusal === undefined) return null;
  switch (refusal.why) {
    case 'too_large':
      return (await fileSystem.volumeId(root)) === refusal.volumeId ? TOO_LARGE : null;
    case 'no_space': {
      // Also ends if the clock is set back.
      const isRecent = Math.abs(clock.nowMs() - refusal.atMs) < HOLDS_MS;
      return isRecent && (await fileSystem.freeBytes(root)) === refusal.freeBytes ? UNEXPLAINED : null;
    }
    default:
      return assertNever(refusal);
  }
}

/**
 * The outcome of a download that ran out of space or that the disk refuses, its staging file now closed. Null: another error.
 * `record` null: not to be resumed.
 */
export async function refusedByDisk(
  parts: TransferParts,
  request: DownloadRequest,
  stagingName: string,
  record: DownloadRecord | null,
  error: unknown,
): Promise<Refused | null> {
  const { fileSystem, records, clock } = parts;
  const { root, content } = request;
  // The disk refused nothing, so the bytes so far stay: other programs may give the space back.
  if (error instanceof SpaceTakenError) return { ok: false, reason: 'disk_full', space: error.space };
  const code = error instanceof FileSystemError ? error.code : null;
  if (code === 'too_large') {
    await fileSystem.removeStaging(root, stagingName);
    const refusal = { why: code, volumeId: await fileSystem.volumeId(root) };
    if (record !== null) records.saveDownload({ ...record, refusal });
    return TOO_LARGE;
  }
  if (code !== 'no_space') return null;
  const freeBytes = await fileSystem.freeBytes(root);
  const short = spaceShort(parts, content.sizeBytes, freeBytes + (await stagedBytes(parts, root, stagingName)));
  if (short.space.freeBytes < short.space.neededBytes) {
    await discard(parts, request, stagingName);
    return short;
  }
  if (record !== null) records.saveDownload({ ...record, refusal: { why: code, freeBytes, atMs: clock.nowMs() } });
  return UNEXPLAINED;
}

/** `freeBytes` once nothing of the download is on the disk. */
export function spaceShort({ settings }: Pick<TransferParts, 'settings'>, sizeBytes: number, freeBytes: number) {
  const space = { neededBytes: sizeBytes + settings.reserveBytes, freeBytes };
  return { ok: false, reason: 'disk_full', space } as const;
}
