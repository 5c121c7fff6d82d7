import type {
  FullRetentionPolicyAssignment,
  RetentionTargetType,
} from '../../../../../contract/resources/governance/retention-policy.ts';
import type { MarkerPage } from '../../../../../contract/resources/paging.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { pagingById } from '../../../kernel/paging/id-paging.ts';
import type { Caller, Service } from '../../../service.ts';
import { answerRetentionAssignment, answerRetentionAssignments } from '../present-retention.ts';
import { requireRetentionAssignment, requireRetentionPolicy } from '../require-retention.ts';

/** An assignment of a retention policy. */
export async function getRetentionAssignment(
  service: Service,
  caller: Caller,
  id: string,
): Promise<FullRetentionPolicyAssignment> {
  requireGovernance(caller);
  return service.store.read(async (reads) => {
    const assignment = await requireRetentionAssignment(reads, id);
    return answerRetentionAssignment(reads, await requireRetentionPolicy(reads, assignment.policyId), assignment);
  });
}

/** Input of `listRetentionAssignments`. */
export interface ListRetentionAssignments {
  readonly policyId: string;
  readonly targetType: RetentionTargetType | undefined;
  readonly marker: string | undefined;
  readonly limit: number;
}

/** Lists the assignments of a policy, oldest first. */
export async function listRetentionAssignments(
  service: Service,
  caller: Caller,
  { marker, limit, ...wanted }: ListRetentionAssignments,
): Promise<MarkerPage<FullRetentionPolicyAssignment>> {
  requireGovernance(caller);
  const list = ['retention assignments', wanted.policyId, wanted.targetType ?? ''];
  const paging = pagingById(service, list, { marker, limit });
  return service.store.read(async (reads) => {
    const policy = await requireRetentionPolicy(reads, wanted.policyId);
    const rows = await reads.retention.listAssignments({ ...wanted, ...paging.wanted });
    const page = paging.pageOf(rows);
    return { ...page, entries: await answerRetentionAssignments(reads, policy, page.entries) };
  });
}
