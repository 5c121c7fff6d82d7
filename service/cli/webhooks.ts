import { showSigningKeys } from '../domain/streams/webhooks/show-signing-keys.ts';
import { readStorageConfig, storageOptions } from '../options/config.ts';
import { readChoice } from '../options/option-values.ts';
import { UsageError } from '../options/usage-error.ts';
import { readArguments } from './arguments.ts';
import { openExisting } from './open-existing.ts';

const options = { ...storageOptions, renew: { type: 'string' } } as const;

/** `tandem-service webhooks keys`: returns the keys that verify webhook signatures, as JSON. Works while the service runs. */
export async function webhooks(args: readonly string[]): Promise<string> {
  const [word, ...rest] = args;
  if (word !== 'keys') throw new UsageError('webhooks needs the subcommand keys. See tandem-service webhooks --help.');
  const { values } = readArguments('webhooks keys', rest, options);
  const renew = values.renew === undefined ? null : readChoice('--renew', values.renew, ['primary', 'secondary']);
  await using opened = await openExisting(readStorageConfig(values));
  return `${JSON.stringify(await showSigningKeys(opened.service, renew))}\n`;
}
