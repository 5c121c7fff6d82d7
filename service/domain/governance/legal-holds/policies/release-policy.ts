import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { type Change, change } from '../../../change/change.ts';
import type { Caller, Service } from '../../../service.ts';
import { releaseAssignment } from '../assignments/release-assignment.ts';
import { reportHoldPolicy } from '../hold-reports.ts';
import { requireHoldPolicy, requireInForce } from '../require-hold.ts';

/** Assignments per read. */
const batch = 500;

/**
 * Requests the release of a policy and all its assignments: from now on it holds nothing new, and a job lifts its holds.
 * @throws Refusal `conflict` if the release was already requested.
 */
export async function releaseLegalHoldPolicy(service: Service, caller: Caller, id: string): Promise<void> {
  requireGovernance(caller);
  await change(service, caller, async (change) => {
    const { tx, now } = change;
    const policy = await requireHoldPolicy(tx, id);
    requireInForce(policy);
    await tx.legalHolds.updatePolicy({ ...policy, status: 'releasing', modifiedAt: now, deletedAt: now });
    await releaseAll(change, id);
    await reportHoldPolicy(change, 'LEGAL_HOLD_POLICY_DELETE', { ...policy, status: 'releasing' });
  });
}

async function releaseAll(change: Change, policyId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const page = await change.tx.legalHolds.listAssignments({
      policyId,
      targetType: undefined,
      targetId: undefined,
      after,
      limit: batch,
    });
    for (const assignment of page) {
      if (assignment.deletedAt === null) await releaseAssignment(change, assignment);
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < batch) return;
  }
}
