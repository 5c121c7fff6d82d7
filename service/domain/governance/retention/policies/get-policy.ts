import type {
  FullRetentionPolicy,
  RetentionPolicyType,
} from '../../../../../contract/resources/governance/retention-policy.ts';
import type { MarkerPage } from '../../../../../contract/resources/paging.ts';
import { say } from '../../../../../contract/rules/say.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { pagingById } from '../../../kernel/paging/id-paging.ts';
import { parameterRefusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { answerRetentionPolicies, answerRetentionPolicy } from '../present-retention.ts';
import { requireRetentionPolicy } from '../require-retention.ts';

/** A retention policy. */
export async function getRetentionPolicy(service: Service, caller: Caller, id: string): Promise<FullRetentionPolicy> {
  requireGovernance(caller);
  return service.store.read(async (reads) => answerRetentionPolicy(reads, await requireRetentionPolicy(reads, id)));
}

/** Input of `listRetentionPolicies`; names are compared case-sensitively. */
export interface ListRetentionPolicies {
  readonly namePrefix: string;
  readonly policyType: RetentionPolicyType | undefined;
  readonly createdBy: string | undefined;
  readonly marker: string | undefined;
  readonly limit: number;
}

/**
 * Lists policies, oldest first (interface 4.11).
 * @throws Refusal `not_found` if the given creator does not exist.
 */
export async function listRetentionPolicies(
  service: Service,
  caller: Caller,
  { marker, limit, ...wanted }: ListRetentionPolicies,
): Promise<MarkerPage<FullRetentionPolicy>> {
  requireGovernance(caller);
  const { namePrefix, policyType, createdBy } = wanted;
  const list = ['retention policies', namePrefix, policyType ?? '', createdBy ?? ''];
  const paging = pagingById(service, list, { marker, limit });
  return service.store.read(async (reads) => {
    if (createdBy !== undefined && !(await reads.users.get(createdBy))) {
      throw parameterRefusal('not_found', 'created_by_user_id', say`User ${createdBy} does not exist.`);
    }
    const rows = await reads.retention.listPolicies({ ...wanted, ...paging.wanted });
    const page = paging.pageOf(rows);
    return { ...page, entries: await answerRetentionPolicies(reads, page.entries) };
  });
}
