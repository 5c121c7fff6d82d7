import { openService } from '../app.ts';
import { readStorageConfig, storageOptions } from '../config.ts';
import { verifyStore } from '../domain/maintenance/verify-store.ts';
import { required } from '../option-values.ts';
import { readArguments } from './arguments.ts';

/** `tandem-service verify`: what was looked at and what is wrong, as JSON; `isSound` is false when anything is. */
export async function verify(args: readonly string[]): Promise<{ readonly text: string; readonly isSound: boolean }> {
  const { values } = readArguments(args, storageOptions);
  await using opened = await openService(readStorageConfig(values));
  const verification = await verifyStore(opened.service);
  return { text: `${JSON.stringify(verification)}\n`, isSound: verification.faults.length === 0 };
}

/** `tandem-service backup FILE`: a consistent copy of the database, while others go on writing. */
export async function backup(args: readonly string[]): Promise<string> {
  const { values, words } = readArguments(args, storageOptions, 1);
  const file = required('FILE', words[0]);
  await using opened = await openService(readStorageConfig(values));
  await opened.service.store.backup(file);
  return `${JSON.stringify({ database: file, blobs: readStorageConfig(values).blobDirectory })}\n`;
}
