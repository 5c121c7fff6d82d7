import type { FullLegalHoldPolicy } from '../../../../../contract/resources/governance/legal-hold.ts';
import type { MarkerPage } from '../../../../../contract/resources/paging.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { pagingById } from '../../../kernel/paging/id-paging.ts';
import type { Caller, Service } from '../../../service.ts';
import { answerHoldPolicies, answerHoldPolicy } from '../present-hold.ts';
import { requireHoldPolicy } from '../require-hold.ts';

/** A legal hold policy, including a released one. */
export async function getLegalHoldPolicy(service: Service, caller: Caller, id: string): Promise<FullLegalHoldPolicy> {
  requireGovernance(caller);
  return service.store.read(async (reads) => answerHoldPolicy(reads, await requireHoldPolicy(reads, id)));
}

/** Input of `listLegalHoldPolicies`; names are compared case-insensitively. */
export interface ListLegalHoldPolicies {
  readonly namePrefix: string;
  readonly marker: string | undefined;
  readonly limit: number;
}

/** Lists the policies with a name prefix, oldest first. */
export async function listLegalHoldPolicies(
  service: Service,
  caller: Caller,
  { namePrefix, marker, limit }: ListLegalHoldPolicies,
): Promise<MarkerPage<FullLegalHoldPolicy>> {
  requireGovernance(caller);
  const list = ['legal hold policies', namePrefix.toLowerCase()];
  const paging = pagingById(service, list, { marker, limit });
  return service.store.read(async (reads) => {
    const rows = await reads.legalHolds.listPolicies({ namePrefix, ...paging.wanted });
    const page = paging.pageOf(rows);
    return { ...page, entries: await answerHoldPolicies(reads, page.entries) };
  });
}
