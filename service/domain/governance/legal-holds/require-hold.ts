import { say } from '../../../../contract/rules/say.ts';
import type {
  LegalHoldAssignmentRecord,
  LegalHoldPolicyRecord,
} from '../../../ports/metadata/governance/legal-holds.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Finds a legal hold policy, regardless of status.
 * @throws Refusal `not_found`.
 */
export async function requireHoldPolicy(reads: MetadataReads, id: string): Promise<LegalHoldPolicyRecord> {
  const policy = await reads.legalHolds.getPolicy(id);
  if (policy) return policy;
  throw new Refusal('not_found', say`Legal hold policy ${id} does not exist.`);
}

/** @throws Refusal `conflict` unless the policy is in force, that is neither released nor being released. */
export function requireInForce(policy: LegalHoldPolicyRecord): void {
  if (policy.deletedAt === null) return;
  throw new Refusal(
    'conflict',
    say`The legal hold policy "${policy.name}" is ${policy.status}: it can no longer be changed.`,
  );
}

/**
 * Finds an assignment; it exists until its release is finished.
 * @throws Refusal `not_found`.
 */
export async function requireHoldAssignment(reads: MetadataReads, id: string): Promise<LegalHoldAssignmentRecord> {
  const assignment = await reads.legalHolds.getAssignment(id);
  if (assignment) return assignment;
  throw new Refusal('not_found', say`Legal hold policy assignment ${id} does not exist, or its release is finished.`);
}

/** @throws Refusal `conflict` if another policy in force has the name, compared case-insensitively. */
export async function requireFreeHoldName(reads: MetadataReads, name: string, policyId?: string): Promise<void> {
  const other = await reads.legalHolds.getPolicyByName(name);
  if (!other || other.id === policyId) return;
  throw new Refusal('conflict', say`A legal hold policy named "${other.name}" already exists.`);
}
