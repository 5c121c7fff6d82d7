import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { deviceFields } from '../../contract/oauth.ts';
import { limits } from '../../contract/rules/limits.ts';
import { writePrivate } from '../private/open-private.ts';

/**
 * How this device identifies itself at a sign-in, so that administrators can see it and revoke its sign-ins. The id is random, reveals nothing
 * about the computer, and lives as long as the state folder.
 */
export async function describeDevice(state: string): Promise<Record<string, string>> {
  const productName = [...`Tandem on ${hostname()}`].slice(0, limits.deviceProductNameLength).join('');
  return { [deviceFields.id]: await deviceId(state), [deviceFields.name]: productName };
}

/** 32 hexadecimal digits. */
export async function deviceId(state: string): Promise<string> {
  const path = join(state, 'device-id');
  const known = await readFile(path, 'utf8').catch(() => ''); // missing before the first sign-in
  if (/^[0-9a-f]{32}$/.test(known.trim())) return known.trim();
  const made = randomBytes(16).toString('hex');
  writePrivate(path, made);
  return made;
}
