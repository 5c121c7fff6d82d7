import { join } from 'node:path';
import { assertNever } from '../../../model/assert-never.ts';
import { stagingFolder } from '../../../model/names/state-folder.ts';
import { FileSystemError } from '../../../ports/file-system.ts';
import type { DiskRefusal, DownloadRecord } from '../records.ts';
import type { DownloadOutcome, DownloadRequest } from '../transfer.ts';
import type { TransferParts } from '../transfer-run.ts';

type Refused = Extract<DownloadOutcome, { reason: 'disk_full' | 'too_large' }>;

const TOO_LARGE = { ok: false, reason: 'too_large' } as const;
/** Enough is free: no number explains it. */
const UNEXPLAINED = { ok: false, reason: 'disk_full', space: null } as const;

/** An earlier refusal that still holds, so that the same bytes are not received again in vain. */
export async function standingRefusal(
  { fileSystem }: Pick<TransferParts, 'fileSystem'>,
  { root }: DownloadRequest,
  refusal: DiskRefusal | undefined,
): Promise<Refused | null> {
  if (refusal === undefined) return null;
  switch (refusal.why) {
    case 'too_large':
      return (await fileSystem.volumeId(root)) === refusal.volumeId ? TOO_LARGE : null;
    case 'no_space':
      return (await fileSystem.freeBytes(root)) === refusal.freeBytes ? UNEXPLAINED : null;
    default:
      return assertNever(refusal);
  }
}

/** The outcome of a download whose staging file the disk refuses, now closed. Null: another error. `record` null: not to be resumed. */
export async function refusedByDisk(
  parts: TransferParts,
  { root, content }: DownloadRequest,
  stagingName: string,
  record: DownloadRecord | null,
  error: unknown,
): Promise<Refused | null> {
  const { fileSystem, records } = parts;
  const code = error instanceof FileSystemError ? error.code : null;
  if (code === 'too_large') {
    await fileSystem.removeStaging(root, stagingName);
    const refusal = { why: code, volumeId: await fileSystem.volumeId(root) };
    if (record !== null) records.saveDownload({ ...record, refusal });
    return TOO_LARGE;
  }
  if (code !== 'no_space') return null;
  const staged = await fileSystem.stat(join(stagingFolder(root), stagingName));
  const freeBytes = await fileSystem.freeBytes(root);
  const short = spaceShort(parts, content.sizeBytes, freeBytes + (staged?.fingerprint.sizeBytes ?? 0));
  if (short.space.freeBytes < short.space.neededBytes) return short;
  if (record !== null) records.saveDownload({ ...record, refusal: { why: code, freeBytes } });
  return UNEXPLAINED;
}

/** `freeBytes` once nothing of the download is on the disk. */
export function spaceShort({ settings }: Pick<TransferParts, 'settings'>, sizeBytes: number, freeBytes: number) {
  const space = { neededBytes: sizeBytes + settings.reserveBytes, freeBytes };
  return { ok: false, reason: 'disk_full', space } as const;
}
