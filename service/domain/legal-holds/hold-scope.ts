import type { ContentScope } from '../../ports/metadata/content-scope.ts';
import type { LegalHoldPolicyRecord, LegalHoldTarget, MadeBetween } from '../../ports/metadata/legal-holds.ts';
import { assertNever } from '../refusal.ts';

/** What an assignment holds from the beginning: all that is there, in the trash too. Null for what cannot be held. */
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

/** The time that an assignment is limited to: that of its policy, and only where it is on a person (service-decisions.md B 4.10). */
export function heldBetween(policy: LegalHoldPolicyRecord, { type }: LegalHoldTarget): MadeBetween {
  const { isOngoing, filterStartedAt, filterEndedAt } = policy;
  const isOnPerson = type === 'user' || type === 'ownership';
  if (isOngoing || !isOnPerson || filterStartedAt === null || filterEndedAt === null) return null;
  return { from: filterStartedAt, to: filterEndedAt };
}

/** True when an assignment also holds what comes to exist later: ongoing policies do, and what falls into the time of a person. */
export function takesIn(policy: LegalHoldPolicyRecord, target: LegalHoldTarget): boolean {
  return policy.isOngoing || heldBetween(policy, target) !== null;
}
