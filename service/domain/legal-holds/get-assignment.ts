import type { FullLegalHoldPolicyAssignment, LegalHoldTargetType } from '../../../contract/resources/legal-hold.ts';
import type { MarkerPage } from '../../../contract/resources/paging.ts';
import { requireGovernance } from '../access/require-governance.ts';
import { pageByMarker, readListMarker } from '../paging/list-marker.ts';
import type { Caller, Service } from '../service.ts';
import { answerHoldAssignment, answerHoldAssignments } from './present-hold.ts';
import { requireHoldAssignment, requireHoldPolicy } from './require-hold.ts';

/** An assignment (service-api.md 4.9). While it is being released it is there still, with `deleted_at`. */
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

/** What `listLegalHoldAssignments` is told. */
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
  const { markerKey } = service.settings;
  const list = ['legal hold assignments', wanted.policyId, wanted.targetType ?? '', wanted.targetId ?? ''];
  const [after = null] = readListMarker(markerKey, list, marker) ?? [];
  return service.store.read(async (reads) => {
    const policy = await requireHoldPolicy(reads, wanted.policyId);
    const behind = after === null ? null : String(after);
    const rows = await reads.legalHolds.listAssignments({ ...wanted, after: behind, limit: limit + 1 });
    const page = pageByMarker(markerKey, list, { rows, limit, cursorOf: ({ id }) => [id] });
    return { ...page, entries: await answerHoldAssignments(reads, policy, page.entries) };
  });
}
