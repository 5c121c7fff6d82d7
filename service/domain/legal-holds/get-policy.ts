import type { FullLegalHoldPolicy } from '../../../contract/resources/legal-hold.ts';
import type { MarkerPage } from '../../../contract/resources/paging.ts';
import { requireGovernance } from '../access/require-governance.ts';
import { pageByMarker, readListMarker } from '../paging/list-marker.ts';
import type { Caller, Service } from '../service.ts';
import { answerHoldPolicies, answerHoldPolicy } from './present-hold.ts';
import { requireHoldPolicy } from './require-hold.ts';

/** A legal hold policy, also one that was released. */
export async function getLegalHoldPolicy(service: Service, caller: Caller, id: string): Promise<FullLegalHoldPolicy> {
  requireGovernance(caller);
  return service.store.read(async (reads) => answerHoldPolicy(reads, await requireHoldPolicy(reads, id)));
}

/** What `listLegalHoldPolicies` is told; names are compared without regard to case. */
export interface ListLegalHoldPolicies {
  readonly namePrefix: string;
  readonly marker: string | undefined;
  readonly limit: number;
}

/** Lists the policies whose names begin so, oldest first. */
export async function listLegalHoldPolicies(
  service: Service,
  caller: Caller,
  { namePrefix, marker, limit }: ListLegalHoldPolicies,
): Promise<MarkerPage<FullLegalHoldPolicy>> {
  requireGovernance(caller);
  const { markerKey } = service.settings;
  const list = ['legal hold policies', namePrefix.toLowerCase()];
  const [after = null] = readListMarker(markerKey, list, marker) ?? [];
  return service.store.read(async (reads) => {
    const behind = after === null ? null : String(after);
    const rows = await reads.legalHolds.listPolicies({ namePrefix, after: behind, limit: limit + 1 });
    const page = pageByMarker(markerKey, list, { rows, limit, cursorOf: ({ id }) => [id] });
    return { ...page, entries: await answerHoldPolicies(reads, page.entries) };
  });
}
