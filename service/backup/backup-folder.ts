import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { syncDirectory } from '../adapters/blob-disk/sync-directory.ts';
import { type DataLock, lockFile } from '../adapters/data-lock.ts';
import { UsageError } from '../options/usage-error.ts';
import { openPrivateFolder } from '../private-files.ts';

/*
 * A backup is a folder:
 *   manifest.json   describes the backup; written last, so a folder without it holds no complete backup
 *   database-*.db   the database as SQLite, whichever database the service uses; the manifest names the valid one
 *   contents/       a blob store on disk with every content that this database names; its owner is the `backup_id` of the service
 *   backup.lock     locked by the backup that is writing to the folder
 * A later backup to the same folder adds contents first, then replaces the manifest, then removes files that it no longer names.
 * The folder holds a complete backup at every moment in between.
 */

const MANIFEST_FILE = 'manifest.json';
const LOCK_FILE = 'backup.lock';
const DATABASE_FILE = /^database-[\w-]+\.db(?:-journal|-wal|-shm)?$/;
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.number().int(),
  /** RFC 3339, UTC: the moment whose state the database holds. */
  created_at: z.string(),
  /** Name of the database file in the folder. */
  database: z.string().regex(DATABASE_FILE),
  /** SHA-256 of the database file, lower-case hexadecimal. */
  database_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  versions: z.number().int(),
  contents: z.number().int(),
  /** Size of all contents together, in bytes. */
  bytes: z.number().int(),
  /** Id of the last content that was read again; those behind it were not read for longest. */
  checked_to: z.string().optional(),
  /** Ids of damaged contents that the service could not replace. The next backup reads them again. */
  damaged: z.array(z.string()).optional(),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** A database file that differs from the one the manifest describes. */
class BackupDamaged extends Error {
  readonly code = 'backup_damaged';
}

/** Another backup is writing to the folder. */
class BackupInUse extends Error {
  readonly code = 'backup_in_use';
}

/** The folder holds the backup of another service. */
export class BackupOfAnother extends Error {
  readonly code = 'backup_of_another';
  constructor(folder: string) {
    super(
      `${folder} holds the backup of another service. Nothing was changed. If this service is new because its data was lost, restore that backup first. Otherwise choose an empty folder with --to.`,
    );
  }
}

export function contentsIn(folder: string): string {
  return path.join(folder, 'contents');
}

/** Creates the folder, open to this user only, or finds an earlier backup in it. @throws UsageError when it holds other files. */
export async function openBackupFolder(folder: string): Promise<void> {
  const isOurs = (name: string): boolean =>
    [MANIFEST_FILE, LOCK_FILE, `${LOCK_FILE}-journal`, 'contents'].includes(name) || DATABASE_FILE.test(name);
  await openPrivateFolder(folder, isOurs);
  const other = (await readdir(folder)).find((name) => !isOurs(name.replace(/\.new$/, '')));
  if (other !== undefined) {
    throw new UsageError(`${folder} holds other files, such as "${other}". Choose a new folder or an earlier backup.`);
  }
}

/** Locks the folder for this process: two backups would delete the files of each other. @throws BackupInUse */
export function lockBackupFolder(folder: string): DataLock {
  const sentence = `Another backup is writing to ${folder}. Wait until it ends, or choose another folder.`;
  return lockFile(path.join(folder, LOCK_FILE), (cause) => new BackupInUse(sentence, { cause }));
}

/** A name for the database of a new backup. */
export function newDatabaseFile(createdAt: Date): string {
  return `database-${createdAt.toISOString().replaceAll(/[:.]/g, '-')}.db`;
}

/** Completes a backup: once this resolves, the manifest and the database it names survive a power cut. */
export async function writeManifest(
  folder: string,
  about: Omit<BackupManifest, 'format' | 'database_sha256'>,
): Promise<void> {
  const database = path.join(folder, about.database);
  await flush(database);
  const manifest: BackupManifest = { format: FORMAT, ...about, database_sha256: await sha256Of(database) };
  const temporary = path.join(folder, `${MANIFEST_FILE}.new`);
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncDirectory(folder);
  await rename(temporary, path.join(folder, MANIFEST_FILE));
  await syncDirectory(folder);
}

/**
 * Removes the databases of earlier and of interrupted backups. The manifest is read before each removal: a lock may not reach other
 * computers, and the database that it names is never removed.
 */
export async function removeUnnamedDatabases(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!DATABASE_FILE.test(name) || (await isNamed(folder, name))) continue;
    await rm(path.join(folder, name), { force: true });
  }
}

/** True for the database of the complete backup in the folder. */
export async function isNamed(folder: string, database: string): Promise<boolean> {
  return (await findManifest(folder))?.database === database;
}

/** The manifest of a complete backup; null when there is none. @throws UsageError when this version cannot read it. */
export async function findManifest(folder: string): Promise<BackupManifest | null> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return null;
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success && parsed.data.format === FORMAT) return parsed.data;
  throw new UsageError(
    `${path.join(folder, MANIFEST_FILE)} is damaged or comes from a newer version of tandem-service. Use that version, or another backup.`,
  );
}

/** The manifest of a complete backup. @throws UsageError when there is none */
export async function requireManifest(folder: string): Promise<BackupManifest> {
  const manifest = await findManifest(folder);
  if (manifest !== null) return manifest;
  throw new UsageError(`${folder} holds no complete backup. Make one with: tandem-service backup --to DIR.`);
}

/** The manifest, after its database file was compared with it. @throws UsageError, BackupDamaged */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = await requireManifest(folder);
  const database = path.join(folder, manifest.database);
  if ((await sha256Of(database)) === manifest.database_sha256) return manifest;
  throw new BackupDamaged(`${database} differs from what the backup wrote. Nothing was changed. Use another backup.`);
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
