import { limits } from '../../../contract/limits.ts';
import type { CodeRecord } from '../../ports/metadata/tokens.ts';
import type { Service } from '../service.ts';
import { digestOf } from '../tokens/digest.ts';

/** What a person allowed. */
export type AllowedCode = Pick<CodeRecord, 'userId' | 'clientId' | 'scopes' | 'redirectUri' | 'codeChallenge'>;

/** Keeps an authorization code, which begins the family of all tokens that will follow from it. */
export async function keepCode(service: Service, code: string, allowed: AllowedCode): Promise<void> {
  const createdAt = service.clock.now();
  const record: CodeRecord = {
    ...allowed,
    digest: digestOf(code),
    familyId: service.ids.hex(16),
    createdAt,
    expiresAt: createdAt + limits.authorizationCodeLifeMs,
    usedAt: null,
  };
  await service.store.transaction(async ({ tokens }) => tokens.insertCode(record));
}

/** A code that is good; null for one that is unknown or too old. A used one is for `issueForCode` to notice, however old. */
export async function findCode(service: Service, code: string): Promise<CodeRecord | null> {
  const found = await service.store.read(async ({ tokens }) => tokens.getCode(digestOf(code)));
  if (!found) return null;
  return found.usedAt !== null || found.expiresAt > service.clock.now() ? found : null;
}
