import { say } from '../../../../../contract/rules/say.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import type { Caller, Service } from '../../../service.ts';
import { requireModifiable, requireRetentionAssignment, requireRetentionPolicy } from '../require-retention.ts';
import { reportLifted } from '../retention-reports.ts';

/**
 * Deletes an assignment and releases its versions, unless something else retains them.
 * @throws Refusal `forbidden_by_policy` if its policy is non-modifiable.
 */
export async function deleteRetentionAssignment(service: Service, caller: Caller, id: string): Promise<void> {
  requireGovernance(caller);
  await change(service, caller, async (change) => {
    const { tx, now } = change;
    const assignment = await requireRetentionAssignment(tx, id);
    requireModifiable(await requireRetentionPolicy(tx, assignment.policyId), say`Its assignments cannot be removed.`);
    await tx.retention.endAssignment(id, now);
    await reportLifted(change, assignment);
  });
}
