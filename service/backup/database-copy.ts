import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readBackup } from './backup-folder.ts';

const COPY = 'tandem-restore-';
/** No command works on a copy for as long, in milliseconds. */
const LEFT_MS = 7 * 24 * 3600 * 1000;

interface CopyPlace {
  readonly beside: string;
  readonly leftMs: number;
}

/** The usual place of a copy: beside the backup. */
export function besideBackup(folder: string): CopyPlace {
  return { beside: path.dirname(folder), leftMs: LEFT_MS };
}

/**
 * Opening a database can migrate it, so a copy is opened and the backup stays as it was written. `beside` is a folder on a disk that has
 * room for it: on some systems the temporary folder is memory. Copies there that are older were left by interrupted commands.
 * @throws UsageError, BackupDamaged
 */
export async function withDatabaseCopy<T>(
  folder: string,
  place: CopyPlace,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const manifest = await readBackup(folder);
  const temporary = await newFolderIn(place).catch(async (error: NodeJS.ErrnoException) => {
    // A backup may be on a read-only disk.
    if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS')
      return newFolderIn({ beside: tmpdir(), leftMs: LEFT_MS });
    throw error;
  });
  try {
    const file = path.join(temporary, 'backup.db');
    await copyFile(path.join(folder, manifest.database), file);
    return await work(file);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function newFolderIn({ beside, leftMs }: CopyPlace): Promise<string> {
  for (const name of await readdir(beside)) {
    const copy = path.join(beside, name);
    if (name.startsWith(COPY) && (await stat(copy)).mtimeMs <= Date.now() - leftMs) await rm(copy, { recursive: true });
  }
  return mkdtemp(path.join(beside, COPY));
}
