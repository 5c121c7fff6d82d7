import { timingSafeEqual } from 'node:crypto';
import type { ClientRecord } from '../../../../ports/metadata/people/clients.ts';
import type { Service } from '../../../service.ts';
import { digestOf } from '../../tokens/digest.ts';

/**
 * The stored form of a client's secret. The service generates it from 256 random bits, so a fast digest protects it as well as a
 * slow hash.
 */
export function storedSecret(secret: string): string {
  return prefix + digestOf(secret);
}

const prefix = 'sha256:';

/** Verifies the secret of a confidential client. A slow hash from an earlier version is replaced with a digest on success. */
export async function provesSecret(
  service: Service,
  { id, secretHash }: ClientRecord,
  secret: string,
): Promise<boolean> {
  if (secretHash === null) return false;
  const digest = storedSecret(secret);
  if (secretHash.startsWith(prefix)) return isSame(secretHash, digest);
  if (!(await service.passwords.verify(secretHash, secret))) return false;
  await service.store.transaction(async ({ clients }) => clients.setSecretHash(id, digest));
  return true;
}

function isSame(stored: string, given: string): boolean {
  return stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given));
}
