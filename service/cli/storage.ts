import { access } from 'node:fs/promises';
import path from 'node:path';
import { createRandomIds } from '../adapters/random-ids.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { backUp } from '../backup/back-up.ts';
import { comparedWithManifest, restore as restoreBackup, verifyBackup } from '../backup/restore.ts';
import { adoptContents, countContents } from '../domain/upkeep/own-contents.ts';
import { type Verification, verifyStore } from '../domain/upkeep/verify-store.ts';
import { openStorage } from '../open-storage.ts';
import { readStorageConfig, storageOptions } from '../options/config.ts';
import { readWholeNumber } from '../options/option-values.ts';
import { isOnDisk, shownPlace } from '../options/storage-config.ts';
import { UsageError } from '../options/usage-error.ts';
import { readArguments } from './arguments.ts';
import { holdData, type StorageResult } from './migrate.ts';
import { openExisting, requireDatabase } from './open-existing.ts';

const verifyOptions = { ...storageOptions, backup: { type: 'string' } } as const;
const backupOptions = { ...storageOptions, to: { type: 'string' } } as const;
const adoptOptions = { ...storageOptions, unnamed: { type: 'string' } } as const;
const restoreOptions = { ...storageOptions, from: { type: 'string' } } as const;

/** `tandem-service verify`: compares every content with the database, of the service or of a backup. */
export async function verify(args: readonly string[]): Promise<StorageResult> {
  const { values } = readArguments('verify', args, verifyOptions);
  if (values.backup === undefined) return sound(await verifyService(values));
  return sound(await verifyBackup(path.resolve(values.backup), systemClock));
}

async function verifyService(values: Parameters<typeof readStorageConfig>[0]): Promise<Verification> {
  await using opened = await openExisting(readStorageConfig(values));
  return await verifyStore(opened.service);
}

/** `tandem-service backup --to DIR`: database and contents; `backup FILE`: the database alone. Both work while the service runs. */
export async function backup(args: readonly string[], say: (sentence: string) => void): Promise<StorageResult> {
  const isWhole = args.some((arg) => arg === '--to' || arg.startsWith('--to='));
  const { values, words } = readArguments('backup', args, backupOptions, isWhole ? [] : ['FILE']);
  const config = readStorageConfig(values);
  if (values.to !== undefined) {
    const folder = path.resolve(values.to);
    await using opened = await openExisting(config);
    return sound({ backup: folder, ...(await backUp(opened.service, folder, say)) });
  }
  const file = path.resolve(words[0] ?? '');
  await requireNewFile(file);
  await using opened = await openExisting(config);
  await opened.service.store.backup(file);
  return { text: `${JSON.stringify({ database: file, blobs: shownPlace(config.blobs) })}\n`, isSound: true };
}

/** `tandem-service restore --from DIR`: copies a backup into an empty place and verifies the result. */
export async function restore(args: readonly string[], say: (sentence: string) => void): Promise<StorageResult> {
  const { values } = readArguments('restore', args, restoreOptions);
  if (values.from === undefined) throw new UsageError('--from is missing: name the folder of the backup.');
  const config = readStorageConfig(values);
  const release = isOnDisk(config) ? await holdData(config) : () => undefined;
  try {
    const folder = path.resolve(values.from);
    const copied = await restoreBackup(folder, config, say);
    const verification = await comparedWithManifest(folder, await verifyService(values));
    const place = { database: shownPlace(config.database), blobs: shownPlace(config.blobs) };
    say(
      'Content that has expired since the backup, such as old trash, is permanently deleted after the service has run for an hour, or soon after its start if the backup is less than a day old.',
    );
    return sound({ ...place, ...copied, ...verification });
  } finally {
    release();
  }
}

/**
 * `tandem-service adopt-contents`: counts the contents that the database names and does not name. With `--unnamed` and the latter number it
 * makes the store that of the database.
 */
export async function adopt(args: readonly string[], say: (sentence: string) => void): Promise<StorageResult> {
  const { values } = readArguments('adopt-contents', args, adoptOptions);
  const config = readStorageConfig(values);
  requireDatabase(config.database);
  const given =
    values.unnamed === undefined ? null : readWholeNumber('--unnamed', values.unnamed, 0, Number.MAX_SAFE_INTEGER);
  const release = isOnDisk(config) ? await holdData(config) : () => undefined;
  try {
    const { store, blobs, close } = await openStorage(config, systemClock, 'shared', { say });
    try {
      const source = { store, blobs, ids: createRandomIds() };
      const { named, unnamed, isOwn } = await countContents(source);
      if (given !== null && given !== unnamed) {
        throw new UsageError(`The database does not name ${unnamed} contents, not ${given}. Nothing was changed.`);
      }
      if (given !== null && !isOwn) await adoptContents(source);
      if (given === null && !isOwn) say(howToAdopt(unnamed));
      return { text: `${JSON.stringify({ named, unnamed, adopted: isOwn || given !== null })}\n`, isSound: true };
    } finally {
      await close();
    }
  } finally {
    release();
  }
}

const howToAdopt = (unnamed: number): string =>
  `Nothing was changed. If these are the contents of this database, stop every service on them and run the command again with --unnamed ${unnamed}. The service then deletes the contents that the database does not name.`;

function sound<Report extends Pick<Verification, 'faults'>>(report: Report): StorageResult {
  return { text: `${JSON.stringify(report)}\n`, isSound: report.faults.length === 0 };
}

/** @throws UsageError when the file exists already, or the directory that it is to be in is not. */
async function requireNewFile(file: string): Promise<void> {
  const isThere = async (place: string) =>
    access(place).then(
      () => true,
      () => false,
    );
  if (await isThere(file)) {
    throw new UsageError(`${file} already exists. Choose another name for the backup.`);
  }
  if (await isThere(path.dirname(file))) return;
  throw new UsageError(
    `The directory ${path.dirname(file)} does not exist. Create it, or choose another one for the backup.`,
  );
}
