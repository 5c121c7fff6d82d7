import type {
  FullLegalHoldPolicyAssignment,
  LegalHoldTargetType,
} from '../../../../../contract/resources/governance/legal-hold.ts';
import type { MarkerPage } from '../../../../../contract/resources/paging.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { pagingById } from '../../../kernel/paging/id-paging.ts';
import type { Caller, Service } from '../../../service.ts';
import { answerHoldAssignment, answerHoldAssignments } from '../present-hold.ts';
import { requireHoldAssignment, requireHoldPolicy } from '../require-hold.ts';

/** An assignment (interface 4.9). During its release it still exists, with `deleted_at` set. */
export async function getLegalHoldAssignment(
  service: Service,
  caller: Caller,
  id: string,
): Promise<FullLegalHoldPolicyAssignment> {
  requireGovernance(caller);
  return service.store.read(async (reads) => {
    const assignment = await requireHoldAssignment(reads, id);
    return answerHoldAssignment(reads, await requireHoldPolicy(reads, assignment.policyId), assignment);
  });
}

/** Input of `listLegalHoldAssignments`. */
export interface ListLegalHoldAssignments {
  readonly policyId: string;
  readonly targetType: LegalHoldTargetType | undefined;
  readonly targetId: string | undefined;
  readonly marker: string | undefined;
  readonly limit: number;
}

/** Lists the assignments of a policy, oldest first. */
export async function listLegalHoldAssignments(
  service: Service,
  caller: Caller,
  { marker, limit, ...wanted }: ListLegalHoldAssignments,
): Promise<MarkerPage<FullLegalHoldPolicyAssignment>> {
  requireGovernance(caller);
  const list = ['legal hold assignments', wanted.policyId, wanted.targetType ?? '', wanted.targetId ?? ''];
  const paging = pagingById(service, list, { marker, limit });
  return service.store.read(async (reads) => {
    const policy = await requireHoldPolicy(reads, wanted.policyId);
    const rows = await reads.legalHolds.listAssignments({ ...wanted, ...paging.wanted });
    const page = paging.pageOf(rows);
    return { ...page, entries: await answerHoldAssignments(reads, policy, page.entries) };
  });
}
