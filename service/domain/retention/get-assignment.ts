import type { MarkerPage } from '../../../contract/resources/paging.ts';
import type {
  FullRetentionPolicyAssignment,
  RetentionTargetType,
} from '../../../contract/resources/retention-policy.ts';
import { requireGovernance } from '../access/require-governance.ts';
import { pageByMarker, readListMarker } from '../paging/list-marker.ts';
import type { Caller, Service } from '../service.ts';
import { answerRetentionAssignment, answerRetentionAssignments } from './present-retention.ts';
import { requireRetentionAssignment, requireRetentionPolicy } from './require-retention.ts';

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

/** What `listRetentionAssignments` is told. */
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
  const { markerKey } = service.settings;
  const list = ['retention assignments', wanted.policyId, wanted.targetType ?? ''];
  const [after = null] = readListMarker(markerKey, list, marker) ?? [];
  return service.store.read(async (reads) => {
    const policy = await requireRetentionPolicy(reads, wanted.policyId);
    const behind = after === null ? null : String(after);
    const rows = await reads.retention.listAssignments({ ...wanted, after: behind, limit: limit + 1 });
    const page = pageByMarker(markerKey, list, { rows, limit, cursorOf: ({ id }) => [id] });
    return { ...page, entries: await answerRetentionAssignments(reads, policy, page.entries) };
  });
}
