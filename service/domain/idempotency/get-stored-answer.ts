import type { Operation } from '../../../contract/operation.ts';
import { type OperationName, operations } from '../../../contract/operations.ts';
import type { StoredAnswer } from '../../../contract/resources/streams/idempotency-key.ts';
import { limits } from '../../../contract/rules/limits.ts';
import { say } from '../../../contract/rules/say.ts';
import type { AnsweredRequest } from '../../ports/metadata/upkeep/idempotency-keys.ts';
import { operationRights } from '../access/permissions/operation-rights.ts';
import { Refusal } from '../refusal.ts';
import { presentDate } from '../representation/dates.ts';
import type { Caller, Service } from '../service.ts';
import { authorityOf, requireStillVisible } from './shown-answer.ts';

/**
 * The stored answer to a request of the caller.
 * @throws Refusal `not_found`, also for a key of another person or application; `access_denied_insufficient_permissions` when the caller
 * may no longer see its content.
 */
export async function getStoredAnswer(service: Service, caller: Caller, key: string): Promise<StoredAnswer> {
  const request = await service.store.read(async (reads) => {
    const found = await reads.idempotencyKeys.get(caller.user.id, key);
    if (!found || isWithdrawn(found) || found.authority !== authorityOf(caller) || !hasScope(caller, found))
      throw unknownKey();
    await requireStillVisible(reads, caller, { body: found.body, need: needOf(found) });
    return found;
  });
  return {
    type: 'idempotency_key',
    key,
    status: request.status,
    headers: { ...request.headers },
    body: request.body === null ? null : JSON.parse(request.body),
    created_at: presentDate(request.createdAt),
    expires_at: presentDate(request.createdAt + limits.idempotencyKeyLifeMs),
  };
}

/** The answer that a repeated request gets. @throws Refusal `access_denied_insufficient_permissions`. */
export async function requireReplayable(service: Service, caller: Caller, request: AnsweredRequest): Promise<void> {
  await service.store.read((reads) => {
    return requireStillVisible(reads, caller, { body: request.body, need: needOf(request) });
  });
}

/** The answer that this key has; null when no request was answered by it. */
export async function findAnswer(service: Service, caller: Caller, key: string): Promise<AnsweredRequest | null> {
  return service.store.read((reads) => reads.idempotencyKeys.get(caller.user.id, key));
}

/** The fingerprint of a withdrawn request: no request has it. */
export const WITHDRAWN = 'withdrawn';

/** Whether the sender of the request has given it up: it was not carried out, and is refused if it still arrives. */
export function isWithdrawn({ fingerprint }: Pick<AnsweredRequest, 'fingerprint'>): boolean {
  return fingerprint === WITHDRAWN;
}

function unknownKey(): Refusal {
  return new Refusal('not_found', say`No request of yours with this key was carried out in the last days.`);
}

function hasScope({ scopes }: Caller, { operation }: AnsweredRequest): boolean {
  const called: Operation = operations[operation as OperationName];
  return called.scope.some((scope) => scopes.includes(scope));
}

/** Keys live for days: an operation that a newer version no longer has was called by an older one. */
function needOf({ operation }: AnsweredRequest) {
  return operationRights[operation as OperationName];
}
