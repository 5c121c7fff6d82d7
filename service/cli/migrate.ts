import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { lockData } from '../adapters/data-lock.ts';
import { beginCopy, copyRows } from '../adapters/metadata-sql/copy-rows.ts';
import { type CopiedContents, copyContents } from '../backup/copy-contents.ts';
import { openBlobs, openCopyTarget, openDatabase, openDataFolder } from '../open-storage.ts';
import { readStorageConfig, storageOptions } from '../options/config.ts';
import {
  type BlobPlace,
  type DatabasePlace,
  isOnDisk,
  readBlobPlace,
  readDatabasePlace,
  type StorageConfig,
  shownPlace,
} from '../options/storage-config.ts';
import { readArguments } from './arguments.ts';
import { requireDatabase } from './open-existing.ts';

const options = { ...storageOptions, 'to-database': { type: 'string' }, 'to-blobs': { type: 'string' } } as const;

/**
 * `tandem-service migrate`: migrates the database to this version. With `--to-database` and `--to-blobs` it copies rows and content
 * to a new location. Returns the result as JSON; `say` reports progress.
 */
export async function migrate(args: readonly string[], say: (sentence: string) => void): Promise<string> {
  const { values } = readArguments('migrate', args, options);
  const from = readStorageConfig(values);
  const { 'to-database': toDatabase, 'to-blobs': toBlobs } = values;
  if (toDatabase !== undefined || toBlobs !== undefined) requireDatabase(from.database);
  // A service running on these files would continue to write to them, and those writes would be lost.
  const release = isOnDisk(from) ? await holdData(from) : () => undefined;
  try {
    const to: Destination = {
      database: toDatabase === undefined ? null : readDatabasePlace(toDatabase, '/', '--to-database'),
      blobs: toBlobs === undefined ? null : readBlobPlace(toBlobs, '/', '--to-blobs'),
    };
    const moved = await move(from, to, say);
    return `${JSON.stringify({ database: shownPlace(to.database ?? from.database), ...moved })}\n`;
  } finally {
    release();
  }
}

/** Keeps a service from starting on this data; gives the end of that. @throws DataInUse */
export async function holdData({ dataDirectory }: StorageConfig): Promise<() => void> {
  await openDataFolder(dataDirectory);
  const lock = lockData(dataDirectory);
  return () => lock.release();
}

/** The new location; null for a part that stays where it is. */
interface Destination {
  readonly database: DatabasePlace | null;
  readonly blobs: BlobPlace | null;
}

/** The result of a move; null for a part that was not to be copied. */
interface Moved {
  readonly rows: number | null;
  readonly blobs: CopiedContents | null;
}

/**
 * Opening a database migrates it. Content is copied first: rows that refer to missing content would be worse than content without rows.
 * No service starts on the new database meanwhile: it would delete the contents that no row names yet.
 */
async function move(from: StorageConfig, to: Destination, say: (sentence: string) => void): Promise<Moved> {
  const source = await openDatabase(from.database);
  try {
    if (to.database === null) return { rows: null, blobs: await moveBlobs(from.blobs, to.blobs, say) };
    if (to.database.kind === 'sqlite') await mkdir(path.dirname(to.database.file), { recursive: true });
    const target = await openCopyTarget(to.database);
    try {
      await beginCopy(target);
      const blobs = await moveBlobs(from.blobs, to.blobs, say);
      return { rows: await copyRows(source, target), blobs };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function moveBlobs(
  from: BlobPlace,
  to: BlobPlace | null,
  say: (sentence: string) => void,
): Promise<CopiedContents | null> {
  if (to === null) return null;
  const source = await openBlobs(from);
  try {
    const target = await openBlobs(to);
    try {
      return await copyContents(source.part, target.part, say);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
