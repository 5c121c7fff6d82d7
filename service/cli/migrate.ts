import path from 'node:path';
import { lockData } from '../adapters/data-lock.ts';
import { beginCopy, copyRows } from '../adapters/metadata-sql/copy-rows.ts';
import type { SqlDatabase } from '../adapters/metadata-sql/sql-database.ts';
import { storeOnDatabase } from '../adapters/metadata-sql/store-on-database.ts';
import { createRandomIds } from '../adapters/random-ids.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { type CopiedContents, copyContents } from '../backup/copy-contents.ts';
import {
  type ContentsSource,
  claimContents,
  contentsIdOf,
  knowsAny,
  requireOwnContents,
} from '../domain/upkeep/own-contents.ts';
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
import { UsageError } from '../options/usage-error.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import { makeFolders } from '../private/make-folders.ts';
import { readArguments } from './arguments.ts';
import { requireDatabase } from './open-existing.ts';

/** JSON for standard output; `isSound` is false when a content or the database is damaged. */
export interface StorageResult {
  readonly text: string;
  readonly isSound: boolean;
}

const options = { ...storageOptions, 'to-database': { type: 'string' }, 'to-blobs': { type: 'string' } } as const;

/**
 * `tandem-service migrate`: migrates the database to this version. With `--to-database` and `--to-blobs` it copies rows and content
 * to a new location. `isSound` is false if damaged content was left out; `say` reports progress.
 */
export async function migrate(args: readonly string[], say: (sentence: string) => void): Promise<StorageResult> {
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
    const text = `${JSON.stringify({ database: shownPlace(to.database ?? from.database), ...moved })}\n`;
    return { text, isSound: (moved.blobs?.unreadable.length ?? 0) === 0 };
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
  const database = await openDatabase(from.database, { say });
  try {
    if (to.database === null && to.blobs === null) return { rows: null, blobs: null };
    const blobs = await openBlobs(from.blobs);
    try {
      return await copy({ database, blobs: blobs.part, say }, to);
    } finally {
      await blobs.close();
    }
  } finally {
    await database.close();
  }
}

interface Source {
  readonly database: SqlDatabase;
  readonly blobs: BlobStore;
  readonly say: (sentence: string) => void;
}

async function copy(from: Source, to: Destination): Promise<Moved> {
  const source: ContentsSource = {
    store: storeOnDatabase(from.database, systemClock),
    blobs: from.blobs,
    ids: createRandomIds(),
  };
  await requireContents(source);
  if (to.database === null) {
    await requireOwnContents(source);
    return { rows: null, blobs: await moveBlobs(source, to.blobs, await contentsIdOf(source), from.say) };
  }
  if (to.database.kind === 'sqlite') await makeFolders(path.dirname(to.database.file), 0o700);
  const target = await openCopyTarget(to.database, { say: from.say });
  try {
    const contentsId = await beginCopy(target);
    // The last step of an interrupted move of the database alone.
    if ((await from.blobs.owner()) !== contentsId) await requireOwnContents(source);
    const blobs = await moveBlobs(source, to.blobs, contentsId, from.say);
    // Contents that stay belong to the new database from then on: the old one would take newer ones for orphans.
    const beforeEnd = async (id: string) => (to.blobs === null ? from.blobs.setOwner(id) : undefined);
    const purpose = { kind: 'service', now: systemClock.now(), beforeEnd } as const;
    return { rows: await copyRows(from.database, target, purpose), blobs };
  } finally {
    await target.close();
  }
}

/** A database whose contents are elsewhere would take an empty store along. @throws UsageError */
async function requireContents({ store, blobs }: ContentsSource): Promise<void> {
  const versions = await store.read(async (reads) => reads.versions.listAfter('0', 1));
  if (versions.length === 0) return;
  for await (const _ of blobs.list()) return;
  throw new UsageError('The database names contents, but the blob store is empty. Name the right one with --blobs.');
}

async function moveBlobs(
  from: ContentsSource,
  to: BlobPlace | null,
  contentsId: string,
  say: (sentence: string) => void,
): Promise<CopiedContents | null> {
  if (to === null) return null;
  const target = await openBlobs(to);
  try {
    await claimContents(target.part, contentsId, async (blobIds) => knowsAny(from.store, blobIds));
    return await copyContents(from.blobs, target.part, say);
  } finally {
    await target.close();
  }
}
