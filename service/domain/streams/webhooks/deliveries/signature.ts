import { createHmac } from 'node:crypto';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';

/** The service's two keys: a receiver accepts a message signed with either, so that one can be replaced. */
export interface SigningKeys {
  readonly primary: string;
  readonly secondary: string;
}

/** The settings that hold the keys. */
export const signingKeyNames = {
  primary: 'webhook_primary_key',
  secondary: 'webhook_secondary_key',
} as const satisfies Record<keyof SigningKeys, string>;

/** The current keys: another process may have replaced one. */
export async function readSigningKeys(reads: Pick<MetadataReads, 'setting'>): Promise<SigningKeys> {
  const primary = await reads.setting(signingKeyNames.primary);
  const secondary = await reads.setting(signingKeyNames.secondary);
  if (primary === null || secondary === null) throw new Error('The service has no webhook signing keys.');
  return { primary, secondary };
}

/** Base64 of the HMAC-SHA256 over the body and then the timestamp. */
export function signatureOf(key: string, body: string, timestamp: string): string {
  return createHmac('sha256', key).update(body).update(timestamp).digest('base64');
}
