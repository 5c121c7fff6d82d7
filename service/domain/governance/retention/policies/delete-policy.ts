import { say } from '../../../../../contract/rules/say.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import type { Caller, Service } from '../../../service.ts';
import { requireModifiable, requireRetentionPolicy } from '../require-retention.ts';
import { reportLifted, reportRetentionPolicy } from '../retention-reports.ts';

/** Assignments per read. */
const batch = 500;

/**
 * Deletes a policy and its assignments, and releases their versions unless something else retains them.
 * @throws Refusal `forbidden_by_policy` for a non-modifiable one, which can only be retired.
 */
export async function deleteRetentionPolicy(service: Service, caller: Caller, id: string): Promise<void> {
  requireGovernance(caller);
  await change(service, caller, async (change) => {
    const { tx, now } = change;
    const policy = await requireRetentionPolicy(tx, id);
    requireModifiable(policy, say`It cannot be deleted, only retired.`);
    for (;;) {
      const page = await tx.retention.listAssignments({
        policyId: id,
        targetType: undefined,
        after: null,
        limit: batch,
      });
      for (const assignment of page) {
        await tx.retention.endAssignment(assignment.id, now);
        await reportLifted(change, assignment);
      }
      if (page.length < batch) break;
    }
    await tx.retention.endPolicy(id, now);
    await reportRetentionPolicy(change, policy, null);
  });
}
