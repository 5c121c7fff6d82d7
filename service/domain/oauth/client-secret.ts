import { timingSafeEqual } from 'node:crypto';
import type { ClientRecord } from '../../ports/metadata/clients.ts';
import type { Service } from '../service.ts';
import { digestOf } from '../tokens/digest.ts';

/** What is stored of a client's secret. The service makes it of 256 random bits, so a fast digest keeps it as well as a slow hash. */
export function storedSecret(secret: string): string {
  return prefix + digestOf(secret);
}

const prefix = 'sha256:';

/** Tests the secret of a confidential client. One that an earlier version stored as a slow hash becomes a digest when it is right. */
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
