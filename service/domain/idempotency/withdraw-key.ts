import { idempotencyKey } from '../../../contract/idempotency.ts';
import type { OperationName } from '../../../contract/operations.ts';
import type { StoredAnswer } from '../../../contract/resources/streams/idempotency-key.ts';
import type { Caller, Service } from '../service.ts';
import { getStoredAnswer, isWithdrawn, WITHDRAWN } from './get-stored-answer.ts';
import { authorityOf } from './shown-answer.ts';

/**
 * Makes sure that a request of the caller is never carried out, unless it was. Work that outlasts its answer, and what a request of several
 * transactions has committed already, is not undone: such requests are to be repeated.
 * @returns its stored answer; null: it was not carried out.
 * @throws Refusal as `getStoredAnswer`, if it was, and for a string that can't be a key.
 */
export async function withdrawKey(service: Service, caller: Caller, key: string): Promise<StoredAnswer | null> {
  const parsed = idempotencyKey.safeParse(key);
  // No request can carry it, so none is found.
  if (!parsed.success) return getStoredAnswer(service, caller, key);
  const owner = { userId: caller.user.id, key: parsed.data };
  const withdrawn = {
    ...owner,
    operation: 'withdrawIdempotencyKey' satisfies OperationName,
    fingerprint: WITHDRAWN,
    contentSha1: null,
    authority: authorityOf(caller),
    status: 204,
    headers: {},
    body: null,
    createdAt: service.clock.now(),
  };
  const known = await service.store.transaction(async (tx) => {
    const isNew = await tx.idempotencyKeys.insert(withdrawn);
    return isNew ? withdrawn : tx.idempotencyKeys.get(owner.userId, owner.key);
  }, 'apart');
  return known !== null && isWithdrawn(known) ? null : getStoredAnswer(service, caller, owner.key);
}
