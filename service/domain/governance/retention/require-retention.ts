import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { RetentionAssignmentRecord, RetentionPolicyRecord } from '../../../ports/metadata/governance/retention.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Finds a retention policy.
 * @throws Refusal `not_found`.
 */
export async function requireRetentionPolicy(reads: MetadataReads, id: string): Promise<RetentionPolicyRecord> {
  const policy = await reads.retention.getPolicy(id);
  if (policy) return policy;
  throw new Refusal('not_found', say`Retention policy ${id} does not exist.`);
}

/**
 * Finds an assignment of a retention policy.
 * @throws Refusal `not_found`.
 */
export async function requireRetentionAssignment(reads: MetadataReads, id: string): Promise<RetentionAssignmentRecord> {
  const assignment = await reads.retention.getAssignment(id);
  if (assignment) return assignment;
  throw new Refusal('not_found', say`Retention policy assignment ${id} does not exist.`);
}

/** @throws Refusal `conflict` if another policy has the name. */
export async function requireFreeRetentionName(reads: MetadataReads, name: string, policyId?: string): Promise<void> {
  const other = await reads.retention.getPolicyByName(name);
  if (!other || other.id === policyId) return;
  throw new Refusal('conflict', say`A retention policy named "${name}" already exists.`);
}

/** @throws Refusal `forbidden_by_policy` for a policy that may only become stricter. `limit`: the rule that the request breaks. */
export function requireModifiable({ isModifiable, name }: RetentionPolicyRecord, limit: readonly Sentence[]): void {
  if (isModifiable) return;
  throw new Refusal('forbidden_by_policy', [...say`The retention policy "${name}" is non-modifiable.`, ...limit]);
}
