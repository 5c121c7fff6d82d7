import { beginCopy, copyRows } from '../adapters/metadata-sql/copy-rows.ts';
import { claimContents } from '../domain/upkeep/own-contents.ts';
import { type Verification, verifyStore } from '../domain/upkeep/verify-store.ts';
import { openBlobs, openCopyTarget, openDatabase, openMetadata } from '../open-storage.ts';
import { isOnDisk, type StorageConfig } from '../options/storage-config.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import { contentsIn, requireManifest } from './backup-folder.ts';
import { type CopiedContents, copyContents } from './copy-contents.ts';
import { besideBackup, withDatabaseCopy } from './database-copy.ts';

/** The result of a restore. */
export interface RestoreReport {
  readonly rows: number;
  readonly contents: CopiedContents;
}

/**
 * Copies a backup into an empty place, contents before the rows that name them. An interrupted restore can be repeated, and until then no
 * service starts on its database: it would delete the contents that no row names yet.
 * @throws UsageError, BackupDamaged, TargetInUse, ContentsOfAnother
 */
export async function restore(
  folder: string,
  to: StorageConfig,
  say: (sentence: string) => void,
): Promise<RestoreReport> {
  // The data directory is this command's alone.
  const place = isOnDisk(to) ? { beside: to.dataDirectory, leftMs: 0 } : besideBackup(folder);
  return withDatabaseCopy(folder, place, async (file) => {
    const source = await openDatabase({ kind: 'sqlite', file });
    try {
      const target = await openCopyTarget(to.database, { say });
      try {
        const contentsId = await beginCopy(target);
        const { backupId, contents } = await restoreContents(folder, to, contentsId, say);
        return { rows: await copyRows(source, target, { kind: 'service', now: Date.now(), backupId }), contents };
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
  });
}

/** The verification of a backup, or of the data restored from it, compared with the manifest of the backup. @throws UsageError */
export async function comparedWithManifest(folder: string, verification: Verification): Promise<Verification> {
  const { versions, contents, bytes } = await requireManifest(folder);
  const { versions: versionsFound, blobs, bytes: bytesFound } = verification;
  const isSame = versions === versionsFound && contents === blobs && bytes === bytesFound;
  // Other faults explain the difference better.
  if (isSame || verification.faults.length > 0) return verification;
  const message = `The backup names ${versions} versions and ${contents} contents of ${bytes} bytes. Found: ${versionsFound} versions and ${blobs} contents of ${bytesFound} bytes.`;
  return { ...verification, faults: [...verification.faults, { kind: 'metadata', message }] };
}

async function restoreContents(
  folder: string,
  to: StorageConfig,
  contentsId: string,
  say: (sentence: string) => void,
): Promise<{ readonly backupId: string | null; readonly contents: CopiedContents }> {
  return withContents(folder, async (from) => {
    const target = await openBlobs(to.blobs);
    try {
      // Contents that are there already may be newer than the backup: they belong to the service that was backed up.
      await claimContents(target.part, contentsId, async () => false);
      // A backup that was interrupted later may have claimed the folder.
      return { backupId: await from.owner(), contents: await copyContents(from, target.part, say) };
    } finally {
      await target.close();
    }
  });
}

/** Reads every content of a backup and compares it with the database in the backup. Changes nothing. @throws UsageError, BackupDamaged */
export async function verifyBackup(folder: string, clock: Clock): Promise<Verification> {
  return withDatabaseCopy(folder, besideBackup(folder), async (file) => {
    const store = await openMetadata({ kind: 'sqlite', file }, clock);
    try {
      const verification = await withContents(folder, async (blobs) => verifyStore({ store, blobs }));
      return await comparedWithManifest(folder, verification);
    } finally {
      await store.close();
    }
  });
}

async function withContents<T>(folder: string, work: (blobs: BlobStore) => Promise<T>): Promise<T> {
  const contents = await openBlobs({ kind: 'disk', directory: contentsIn(folder) });
  try {
    return await work(contents.part);
  } finally {
    await contents.close();
  }
}
