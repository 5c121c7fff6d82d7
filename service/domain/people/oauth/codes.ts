import { limits } from '../../../../contract/rules/limits.ts';
import type { CodeRecord } from '../../../ports/metadata/people/tokens.ts';
import { ownedBy } from '../../change/scope.ts';
import type { Service } from '../../service.ts';
import { signedInBy } from '../sign-in/browser-session.ts';
import { digestOf } from '../tokens/digest.ts';
import { OAuthFault } from './oauth-fault.ts';

/** The grant that a person consented to. */
export type AllowedCode = Pick<CodeRecord, 'userId' | 'clientId' | 'scopes' | 'redirectUri' | 'codeChallenge'>;

/**
 * Stores an authorization code, which starts the family of all tokens issued from it.
 * @param session the secret of the browser in which the person consents.
 * @throws OAuthFault `access_denied` if that browser is no longer signed in: the end of all sign-ins includes this one.
 */
export async function keepCode(service: Service, session: string, code: string, allowed: AllowedCode): Promise<void> {
  const createdAt = service.clock.now();
  const record: CodeRecord = {
    ...allowed,
    digest: digestOf(code),
    familyId: service.ids.hex(16),
    createdAt,
    expiresAt: createdAt + limits.authorizationCodeLifeMs,
    usedAt: null,
  };
  await service.store.transaction(async (tx) => {
    const person = await signedInBy(tx, session);
    if (person?.id !== allowed.userId) throw new OAuthFault('access_denied', 'The browser is no longer signed in.');
    await tx.tokens.insertCode(record);
  }, ownedBy(allowed.userId));
}

/** A valid code; null for an unknown or expired one. `issueForCode` detects a used one, however old. */
export async function findCode(service: Service, code: string): Promise<CodeRecord | null> {
  const found = await service.store.read(async ({ tokens }) => tokens.getCode(digestOf(code)));
  if (!found) return null;
  return found.usedAt !== null || found.expiresAt > service.clock.now() ? found : null;
}
