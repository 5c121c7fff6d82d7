import type { LegalHoldAssignmentRecord, LegalHoldPolicyRecord } from '../../ports/metadata/legal-holds.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';

/** A legal hold policy, whatever its status. @throws Refusal `not_found`. */
export async function requireHoldPolicy(reads: MetadataReads, id: string): Promise<LegalHoldPolicyRecord> {
  const policy = await reads.legalHolds.getPolicy(id);
  if (policy) return policy;
  throw new Refusal('not_found', `There is no legal hold policy ${id}.`);
}

/** A policy that nobody asked to release. @throws Refusal `conflict` for one that is being released or was. */
export function requireInForce(policy: LegalHoldPolicyRecord): void {
  if (policy.deletedAt === null) return;
  throw new Refusal(
    'conflict',
    `The legal hold policy "${policy.name}" is ${policy.status}: it cannot be changed any more.`,
  );
}

/** An assignment; one that is being released is there until that is finished. @throws Refusal `not_found`. */
export async function requireHoldAssignment(reads: MetadataReads, id: string): Promise<LegalHoldAssignmentRecord> {
  const assignment = await reads.legalHolds.getAssignment(id);
  if (assignment) return assignment;
  throw new Refusal('not_found', `There is no legal hold policy assignment ${id}, or its release is finished.`);
}

/** @throws Refusal `conflict` when another policy in force has the name, compared without regard to case. */
export async function requireFreeHoldName(reads: MetadataReads, name: string, policyId?: string): Promise<void> {
  const other = await reads.legalHolds.getPolicyByName(name);
  if (!other || other.id === policyId) return;
  throw new Refusal('conflict', `A legal hold policy with the name "${other.name}" is there already.`);
}
