import { requireGovernance } from '../access/require-governance.ts';
import { change } from '../change/change.ts';
import type { Caller, Service } from '../service.ts';
import { requireModifiable, requireRetentionAssignment, requireRetentionPolicy } from './require-retention.ts';
import { reportLifted } from './retention-reports.ts';

/**
 * Removes an assignment: what it retained is free, unless something else keeps it.
 * @throws Refusal `forbidden_by_policy` when its policy is non-modifiable.
 */
export async function deleteRetentionAssignment(service: Service, caller: Caller, id: string): Promise<void> {
  requireGovernance(caller);
  await change(service, caller, async (change) => {
    const { tx } = change;
    const assignment = await requireRetentionAssignment(tx, id);
    requireModifiable(await requireRetentionPolicy(tx, assignment.policyId), 'what it is on cannot be taken from it');
    await tx.retention.deleteAssignment(id);
    await reportLifted(change, assignment);
  });
}
