import type { ContentScope } from '../../../ports/metadata/governance/content-scope.ts';
import type {
  LegalHoldPolicyRecord,
  LegalHoldTarget,
  MadeBetween,
} from '../../../ports/metadata/governance/legal-holds.ts';
import { assertNever } from '../../refusal.ts';

/** The existing content that an assignment holds, trash included. Null for a target that cannot be held. */
export function heldByTarget({ type, id }: LegalHoldTarget): ContentScope | null {
  switch (type) {
    case 'user':
    case 'ownership':
      return { kind: 'owner', id };
    case 'folder':
      return { kind: 'folder', id };
    case 'file':
      return { kind: 'file', id };
    case 'file_version':
      return { kind: 'version', id };
    case 'interactions':
      return null;
    default:
      return assertNever(type);
  }
}

/**
 * The period of an assignment: that of its policy, and only if the target is a user. Clients of the format state whole seconds, so the second in
 * which a period ends belongs to it.
 */
export function heldBetween(policy: LegalHoldPolicyRecord, { type }: LegalHoldTarget): MadeBetween {
  const { isOngoing, filterStartedAt, filterEndedAt } = policy;
  const isOnPerson = type === 'user' || type === 'ownership';
  if (isOngoing || !isOnPerson || filterStartedAt === null || filterEndedAt === null) return null;
  return { from: filterStartedAt, to: Math.floor(filterEndedAt / secondMs) * secondMs + secondMs - 1 };
}

const secondMs = 1_000;

/** True if an assignment also holds new content: for ongoing policies, and within a user's period. */
export function takesIn(policy: LegalHoldPolicyRecord, target: LegalHoldTarget): boolean {
  return policy.isOngoing || heldBetween(policy, target) !== null;
}
