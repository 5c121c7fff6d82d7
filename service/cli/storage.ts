import { access } from 'node:fs/promises';
import path from 'node:path';
import { openService } from '../app.ts';
import { readStorageConfig, storageOptions } from '../config.ts';
import { verifyStore } from '../domain/maintenance/verify-store.ts';
import { shownPlace } from '../storage-config.ts';
import { UsageError } from '../usage-error.ts';
import { readArguments } from './arguments.ts';

/** `tandem-service verify`: what was looked at and what is wrong, as JSON; `isSound` is false when anything is. */
export async function verify(args: readonly string[]): Promise<{ readonly text: string; readonly isSound: boolean }> {
  const { values } = readArguments('verify', args, storageOptions);
  await using opened = await openService(readStorageConfig(values));
  const verification = await verifyStore(opened.service);
  return { text: `${JSON.stringify(verification)}\n`, isSound: verification.faults.length === 0 };
}

/** `tandem-service backup FILE`: a consistent copy of the database, while others go on writing. */
export async function backup(args: readonly string[]): Promise<string> {
  const { values, words } = readArguments('backup', args, storageOptions, ['FILE']);
  const file = path.resolve(words[0] ?? '');
  await requireNewFile(file);
  await using opened = await openService(readStorageConfig(values));
  await opened.service.store.backup(file);
  return `${JSON.stringify({ database: file, blobs: shownPlace(readStorageConfig(values).blobs) })}\n`;
}

/** @throws UsageError when the file is there already, or the directory that it is to be in is not. */
async function requireNewFile(file: string): Promise<void> {
  const isThere = async (place: string) =>
    access(place).then(
      () => true,
      () => false,
    );
  if (await isThere(file)) {
    throw new UsageError(`${file} exists already. A backup goes to a new file: choose another name.`);
  }
  if (await isThere(path.dirname(file))) return;
  throw new UsageError(`There is no directory ${path.dirname(file)} for the backup. Make it, or choose another place.`);
}
