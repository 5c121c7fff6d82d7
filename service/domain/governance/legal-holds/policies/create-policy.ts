import type { FullLegalHoldPolicy } from '../../../../../contract/resources/governance/legal-hold.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { LegalHoldPolicyRecord } from '../../../../ports/metadata/governance/legal-holds.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import { parameterRefusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { reportHoldPolicy } from '../hold-reports.ts';
import { answerHoldPolicy } from '../present-hold.ts';
import { requireFreeHoldName } from '../require-hold.ts';

/** Input of `createLegalHoldPolicy`: ongoing, or a period with both ends. Times are in milliseconds since the epoch. */
export interface CreateLegalHoldPolicy {
  readonly name: string;
  readonly description: string;
  readonly isOngoing: boolean;
  readonly filterStartedAt: number | undefined;
  readonly filterEndedAt: number | undefined;
}

/**
 * Creates a policy that holds nothing yet.
 * @throws Refusal `bad_request`, `conflict` if the name is taken.
 */
export async function createLegalHoldPolicy(
  service: Service,
  caller: Caller,
  request: CreateLegalHoldPolicy,
): Promise<FullLegalHoldPolicy> {
  requireGovernance(caller);
  requireTime(request);
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    await requireFreeHoldName(tx, request.name);
    const policy: LegalHoldPolicyRecord = {
      id: await tx.allocateId(),
      name: request.name,
      description: request.description,
      status: 'active',
      isOngoing: request.isOngoing,
      filterStartedAt: request.filterStartedAt ?? null,
      filterEndedAt: request.filterEndedAt ?? null,
      releaseNotes: '',
      createdBy: caller.user.id,
      createdAt: now,
      modifiedAt: now,
      deletedAt: null,
    };
    await tx.legalHolds.insertPolicy(policy);
    await reportHoldPolicy(change, 'LEGAL_HOLD_POLICY_CREATE', policy);
    return answerHoldPolicy(tx, policy);
  });
}

function requireTime({ isOngoing, filterStartedAt, filterEndedAt }: CreateLegalHoldPolicy): void {
  if (isOngoing) {
    if (filterStartedAt === undefined && filterEndedAt === undefined) return;
    const message = say`An ongoing policy has no period. Omit "filter_started_at" and "filter_ended_at".`;
    throw parameterRefusal('bad_request', 'is_ongoing', message);
  }
  if (filterStartedAt === undefined || filterEndedAt === undefined) {
    const name = filterStartedAt === undefined ? 'filter_started_at' : 'filter_ended_at';
    const message = say`A policy needs "is_ongoing": true, or both "filter_started_at" and "filter_ended_at".`;
    throw parameterRefusal('bad_request', name, message);
  }
  if (filterStartedAt <= filterEndedAt) return;
  throw parameterRefusal(
    'bad_request',
    'filter_ended_at',
    say`"filter_ended_at" must not be before "filter_started_at".`,
  );
}
