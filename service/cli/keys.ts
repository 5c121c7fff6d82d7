import { rotateKeys } from '../domain/upkeep/rotate-keys.ts';
import { readStorageConfig, storageOptions } from '../options/config.ts';
import { UsageError } from '../options/usage-error.ts';
import { readArguments } from './arguments.ts';
import { openExisting } from './open-existing.ts';

/** `tandem-service keys rotate`: replaces the service's signing keys and returns the result as JSON. */
export async function keys(args: readonly string[]): Promise<string> {
  const [word, ...rest] = args;
  if (word !== 'rotate') throw new UsageError('keys needs the subcommand rotate. See tandem-service keys --help.');
  const { values } = readArguments('keys rotate', rest, storageOptions);
  await using opened = await openExisting(readStorageConfig(values));
  return `${JSON.stringify(await rotateKeys(opened.service))}\n`;
}
