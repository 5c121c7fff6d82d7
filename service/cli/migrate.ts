import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { lockData } from '../adapters/data-lock.ts';
import { copyRows } from '../adapters/metadata-sql/copy-rows.ts';
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
    // Content first: rows that refer to missing content would be worse than content without rows.
    const blobs =
      toBlobs === undefined ? null : await copyBlobs(from.blobs, readBlobPlace(toBlobs, '/', '--to-blobs'), say);
    const target = toDatabase === undefined ? null : readDatabasePlace(toDatabase, '/', '--to-database');
    const rows = await moveRows(from.database, target);
    return `${JSON.stringify({ database: shownPlace(target ?? from.database), rows, blobs })}\n`;
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

/** Opening a database migrates it. Returns null if nothing was to be copied. */
async function moveRows(from: DatabasePlace, to: DatabasePlace | null): Promise<number | null> {
  const source = await openDatabase(from);
  try {
    if (to === null) return null;
    if (to.kind === 'sqlite') await mkdir(path.dirname(to.file), { recursive: true });
    const target = await openCopyTarget(to);
    try {
      return await copyRows(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyBlobs(from: BlobPlace, to: BlobPlace, say: (sentence: string) => void): Promise<CopiedContents> {
  const source = await openBlobs(from);
  const target = await openBlobs(to);
  try {
    return await copyContents(source.part, target.part, say);
  } finally {
    await target.close();
    await source.close();
  }
}
