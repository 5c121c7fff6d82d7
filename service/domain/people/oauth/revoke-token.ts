import type { AdminEventType } from '../../../../contract/resources/streams/admin-event.ts';
import type { ClientRecord } from '../../../ports/metadata/people/clients.ts';
import { changeIn } from '../../change/change.ts';
import { ownedBy } from '../../change/scope.ts';
import { callerFor, type Service } from '../../service.ts';
import { digestOf } from '../tokens/digest.ts';

/**
 * Revokes a token at its client's request (RFC 7009), and with it the whole sign-in. A downscoped token is revoked with
 * those narrowed from it, and the sign-in stays. Unknown tokens and those of other clients are ignored, so that the caller learns nothing.
 */
export async function revokeToken(service: Service, client: ClientRecord, token: string): Promise<void> {
  const digest = digestOf(token);
  const found = await service.store.read(async ({ tokens, users }) => {
    const access = await tokens.get(digest);
    const known = access ?? (await tokens.getRefresh(digest));
    const user = known ? await users.get(known.userId) : null;
    return known && user
      ? { user, grant: known.grant, isAccess: access !== null, isNarrowed: (access?.narrowedFrom ?? null) !== null }
      : null;
  });
  if (!found || (found.grant !== null && found.grant.clientId !== client.id)) return;
  const { user, grant, isAccess, isNarrowed } = found;
  const adminType: AdminEventType = isAccess ? 'OAUTH2_ACCESS_TOKEN_REVOKE' : 'OAUTH2_REFRESH_TOKEN_REVOKE';
  await changeIn(service, callerFor(user, []), ownedBy(user.id), async ({ tx, report }) => {
    if (isNarrowed || grant === null) await tx.tokens.delete(digest);
    else await tx.tokens.deleteFamily(grant.familyId);
    const details = { client_id: client.id };
    await report({ adminType, trigger: null, source: { kind: 'user', user }, details });
  });
}
