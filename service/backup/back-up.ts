import path from 'node:path';
import { compareContents, knowsAny, serviceIdOf, tryClaim } from '../domain/upkeep/own-contents.ts';
import type { StoreFault } from '../domain/upkeep/store-fault.ts';
import { openBlobs, openMetadata } from '../open-storage.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import { BlobMissing, BlobUnreadable } from '../ports/blob-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { VersionRecord } from '../ports/metadata/items/versions.ts';
import { contentsIdSetting, type MetadataStore } from '../ports/metadata-store.ts';
import {
  type BackupManifest,
  BackupOfAnother,
  contentsIn,
  findManifest,
  isNamed,
  lockBackupFolder,
  newDatabaseFile,
  openBackupFolder,
  removeUnnamedDatabases,
  writeManifest,
} from './backup-folder.ts';
import { contentSizes, copyContent, progress } from './copy-contents.ts';
import { besideBackup, withDatabaseCopy } from './database-copy.ts';

/** A running service, or one at rest, as a backup reads it. */
export interface BackupSource {
  readonly store: MetadataStore;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The content of a backup, and the work of this run. Sizes in bytes. */
export interface BackupReport {
  readonly versions: number;
  readonly contents: number;
  readonly bytes: number;
  readonly copied: number;
  readonly copied_bytes: number;
  /** Contents of an earlier backup in the folder that were read again, and those among them that were damaged and replaced. */
  readonly checked: number;
  readonly repaired: number;
  /** Blobs of an earlier backup in the folder that this one no longer names. */
  readonly removed: number;
  /** Blobs that the service itself has lost, or that are damaged there. The backup is complete except for them. */
  readonly faults: readonly StoreFault[];
}

/** Users permanently deleted content during every attempt. */
class ContentsKeepChanging extends Error {
  readonly code = 'contents_keep_changing';
}

/** Versions read at a time. */
const BATCH = 500;

/** Attempts, each with a new snapshot. Later ones copy only new blobs, so they are short. */
const MOST_ATTEMPTS = 20;

/**
 * Brings a backup folder up to date while the service runs: a snapshot of the database, then every content that it names. When
 * someone permanently deletes a named content before it is copied, a new snapshot is taken. An interrupted run leaves the
 * earlier backup in the folder valid.
 * @throws UsageError, BackupInUse, BackupOfAnother, ContentsKeepChanging, MetadataUnavailable, BlobStoreUnavailable, BlobSpaceExhausted
 */
export async function backUp(
  source: BackupSource,
  folder: string,
  say: (sentence: string) => void,
): Promise<BackupReport> {
  await openBackupFolder(folder);
  const lock = lockBackupFolder(folder);
  try {
    return await backUpAlone(source, folder, say);
  } finally {
    lock.release();
  }
}

async function backUpAlone(
  source: BackupSource,
  folder: string,
  say: (sentence: string) => void,
): Promise<BackupReport> {
  const contents = await openBlobs({ kind: 'disk', directory: contentsIn(folder) });
  try {
    await claimFolder(source, folder, contents.part);
    // Of interrupted backups.
    await contents.part.removeAbandoned();
    const present = await contentSizes(contents.part);
    const checks = checksAmong([...present.keys()], await findManifest(folder));
    return await writeBackup({ source, folder, target: contents.part, copied: progress(say), present, checks });
  } finally {
    await contents.close();
  }
}

/** Makes a folder without a backup, or with one of this service by an earlier version, that of this service. @throws BackupOfAnother */
async function claimFolder(source: BackupSource, folder: string, contents: BlobStore): Promise<void> {
  const id = await serviceIdOf(source);
  const isFree = async () => {
    const found = await compareContents(contents, async (blobIds) => knowsAny(source.store, blobIds));
    if (found === 'known') return true;
    return (await findManifest(folder)) === null ? found === 'empty' : (await backupIdIn(folder, source.clock)) === id;
  };
  if (!(await tryClaim(contents, id, isFree))) throw new BackupOfAnother(folder);
}

/** The `backup_id` of the service whose backup an earlier version wrote: the `contents_id` in its database. */
async function backupIdIn(folder: string, clock: Clock): Promise<string | null> {
  return withDatabaseCopy(folder, besideBackup(folder), (file) =>
    withSnapshot(file, clock, (snapshot) => snapshot.read(async (reads) => reads.setting(contentsIdSetting))),
  );
}

/** Each backup reads this share of the contents that are there already again, so that damage is found while the service has the content. */
const CHECKED_SHARE = 1 / 20;

interface Run {
  readonly source: BackupSource;
  readonly folder: string;
  readonly target: BlobStore;
  readonly copied: ReturnType<typeof progress>;
  /** Sizes in bytes of the contents in the folder, by id, without those found damaged. */
  readonly present: Map<string, number>;
  readonly checks: Checks;
}

/** Contents of an earlier backup that are still to be read again, by id. */
interface Checks {
  readonly due: Set<string>;
  readonly checkedTo: string | undefined;
  /** Damaged copies, by id, that could not be replaced. */
  readonly damaged: Set<string>;
  checked: number;
  repaired: number;
}

async function writeBackup(run: Run): Promise<BackupReport> {
  const { source, folder, copied, checks } = run;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const createdAt = new Date(source.clock.now());
    const database = newDatabaseFile(createdAt);
    await removeUnnamedDatabases(folder);
    await source.store.backup(path.join(folder, database));
    const named = await withSnapshot(path.join(folder, database), source.clock, async (snapshot) => {
      await dropUploadSessions(snapshot);
      return copyNamed(run, snapshot);
    });
    if (named === null) continue;
    const { versions, faults, sizes } = named;
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const about = { versions, contents: sizes.size, bytes };
    const { checkedTo: checked_to, checked, repaired } = checks;
    const damaged = [...checks.damaged];
    await writeManifest(folder, { created_at: createdAt.toISOString(), database, ...about, checked_to, damaged });
    await removeUnnamedDatabases(folder);
    const removed = await removeUnnamed(run, sizes, database);
    const total = copied.total();
    return { ...about, copied: total.copied, copied_bytes: total.bytes, checked, repaired, removed, faults };
  }
  throw new ContentsKeepChanging(
    'Contents were permanently deleted during every attempt. The earlier backup in the folder, if any, is intact. Try again later.',
  );
}

/**
 * The contents that were not read for longest: those behind the last checked one, in order of their ids and round again. And the damaged
 * ones of the last backup.
 */
function checksAmong(blobIds: readonly string[], manifest: BackupManifest | null): Checks {
  const { checked_to: checkedTo, damaged = [] } = manifest ?? {};
  const ids = blobIds.toSorted();
  const start = checkedTo === undefined ? 0 : ids.findIndex((id) => id > checkedTo);
  const inTurn = start <= 0 ? ids : [...ids.slice(start), ...ids.slice(0, start)];
  const due = inTurn.slice(0, Math.ceil(ids.length * CHECKED_SHARE));
  return {
    due: new Set([...due, ...damaged]),
    checkedTo: due.at(-1) ?? checkedTo,
    damaged: new Set(),
    checked: 0,
    repaired: 0,
  };
}

async function withSnapshot<T>(file: string, clock: Clock, work: (snapshot: MetadataStore) => Promise<T>): Promise<T> {
  const snapshot = await openMetadata({ kind: 'sqlite', file }, clock);
  try {
    return await work(snapshot);
  } finally {
    await snapshot.close();
  }
}

/** Unfinished uploads stay out of a backup: their clients start them again. */
async function dropUploadSessions(snapshot: MetadataStore): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await snapshot.transaction(async ({ sessions }) => {
      const ids = await sessions.listExpiredBefore(Number.MAX_SAFE_INTEGER, BATCH);
      for (const id of ids) {
        await sessions.deleteParts(id);
        await sessions.delete(id);
      }
      return ids.length < BATCH;
    });
  }
}

interface NamedContents {
  readonly versions: number;
  /** Sizes in bytes of the contents that the snapshot names and the backup holds, by id. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly faults: readonly StoreFault[];
}

/** Copies the blobs that the snapshot names; null if one of them was permanently deleted after the snapshot. */
async function copyNamed(run: Run, snapshot: MetadataStore): Promise<NamedContents | null> {
  const sizes = new Map<string, number>();
  const faults: StoreFault[] = [];
  let versions = 0;
  for (let after = '0'; ; ) {
    const start = after;
    const page = await snapshot.read(async (reads) => reads.versions.listAfter(start, BATCH));
    for (const version of page) {
      const end = sizes.has(version.blobId) ? 'present' : await provideContent(run, version);
      if (end === 'deleted') return null;
      if (end === 'present') sizes.set(version.blobId, version.sizeBytes);
      else faults.push({ kind: end, versionId: version.id, fileId: version.fileId, blobId: version.blobId });
    }
    versions += page.length;
    const last = page.at(-1);
    if (!last || page.length < BATCH) return { versions, sizes, faults };
    after = last.id;
  }
}

type ContentEnd = 'present' | 'deleted' | 'missing_blob' | 'damaged_blob';

async function provideContent(run: Run, version: VersionRecord): Promise<ContentEnd> {
  const { source, target, copied, present, checks } = run;
  const { blobId, sizeBytes } = version;
  if (present.get(blobId) === sizeBytes && !(await isFoundDamaged(run, version))) return 'present';
  // A damaged copy stays until a whole one replaces it.
  present.delete(blobId);
  const end = await copyContent(source.blobs, target, version);
  if (end === 'copied') {
    present.set(blobId, sizeBytes);
    copied.add(sizeBytes);
    if (checks.damaged.delete(blobId)) checks.repaired += 1;
    return 'present';
  }
  if (end === 'damaged') return 'damaged_blob';
  const referenced = await source.store.read(async ({ blobs }) => blobs.referenced([blobId]));
  return referenced.has(blobId) ? 'missing_blob' : 'deleted';
}

/** Reads a content in the folder again if it is due. */
async function isFoundDamaged({ target, checks }: Run, { blobId, sha1 }: VersionRecord): Promise<boolean> {
  if (!checks.due.delete(blobId)) return false;
  checks.checked += 1;
  const digest = await target.digest(blobId).catch((error: unknown) => {
    if (error instanceof BlobMissing || error instanceof BlobUnreadable) return null;
    throw error;
  });
  if (digest?.sha1 === sha1) return false;
  checks.damaged.add(blobId);
  return true;
}

/** Deletes blobs that only earlier backups in the folder named, as long as it holds this one. */
async function removeUnnamed(
  { folder, target, present }: Run,
  named: ReadonlyMap<string, number>,
  database: string,
): Promise<number> {
  let removed = 0;
  for (const blobId of present.keys()) {
    if (named.has(blobId)) continue;
    if (!(await isNamed(folder, database))) break;
    await target.delete(blobId);
    removed += 1;
  }
  return removed;
}
