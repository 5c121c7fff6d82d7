import type { FullLegalHoldPolicyAssignment } from '../../../../../contract/resources/governance/legal-hold.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { LegalHoldAssignmentRecord, LegalHoldTarget } from '../../../../ports/metadata/governance/legal-holds.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import { assertNever, parameterRefusal, Refusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { reportHoldAssignment } from '../hold-reports.ts';
import { heldBetween, heldByTarget } from '../hold-scope.ts';
import { answerHoldAssignment } from '../present-hold.ts';
import { requireHoldPolicy, requireInForce } from '../require-hold.ts';

/** Input of `createLegalHoldAssignment`. */
export interface CreateLegalHoldAssignment {
  readonly policyId: string;
  readonly target: LegalHoldTarget;
}

/**
 * Assigns a policy to a user, a folder, a file or a version. All existing content is on hold when this resolves: a later hold would
 * miss anything deleted in between.
 * @throws Refusal `conflict` if the policy is already assigned to the target, or is being released; `not_found` for an unknown
 * target.
 */
export async function createLegalHoldAssignment(
  service: Service,
  caller: Caller,
  { policyId, target }: CreateLegalHoldAssignment,
): Promise<FullLegalHoldPolicyAssignment> {
  requireGovernance(caller);
  const scope = heldByTarget(target);
  if (!scope) {
    const message = say`Interactions cannot be held. Use "user" or "ownership" to hold what the person owns.`;
    throw parameterRefusal('bad_request', 'assign_to.type', message);
  }
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    const policy = await requireHoldPolicy(tx, policyId);
    requireInForce(policy);
    await requireTarget(tx, target);
    await requireNotAssigned(tx, policyId, target);
    const assignment: LegalHoldAssignmentRecord = {
      id: await tx.allocateId(),
      policyId,
      target,
      assignedBy: caller.user.id,
      assignedAt: now,
      deletedAt: null,
    };
    await tx.legalHolds.insertAssignment(assignment);
    await tx.legalHolds.hold(assignment.id, scope, heldBetween(policy, target));
    await reportHoldAssignment(change, 'LEGAL_HOLD_ASSIGNMENT_CREATE', assignment);
    return answerHoldAssignment(tx, policy, assignment);
  });
}

async function requireTarget(reads: MetadataReads, target: LegalHoldTarget): Promise<void> {
  if (await isThere(reads, target)) return;
  const message = say`The ${target.type.replace('_', ' ')} ${target.id} does not exist.`;
  throw parameterRefusal('not_found', 'assign_to.id', message);
}

async function isThere(reads: MetadataReads, { type, id }: LegalHoldTarget): Promise<boolean> {
  switch (type) {
    case 'user':
    case 'ownership':
    case 'interactions':
      return (await reads.users.get(id)) !== null;
    case 'folder':
    case 'file': {
      const item = await reads.items.get(id);
      // The row id of a root is never exposed: use "user" to hold everything of a user.
      return item?.kind === type && item.parentId !== null;
    }
    case 'file_version':
      return (await reads.versions.get(id)) !== null;
    default:
      return assertNever(type);
  }
}

async function requireNotAssigned(reads: MetadataReads, policyId: string, target: LegalHoldTarget): Promise<void> {
  const others = await reads.legalHolds.listActiveOn([target]);
  if (!others.some((other) => other.policyId === policyId)) return;
  throw new Refusal(
    'conflict',
    say`The policy is already assigned to the ${target.type.replace('_', ' ')} ${target.id}.`,
  );
}
