import { say } from '../../../../../contract/rules/say.ts';
import type { LegalHoldAssignmentRecord } from '../../../../ports/metadata/governance/legal-holds.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { type Change, change } from '../../../change/change.ts';
import { Refusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { reportHoldAssignment } from '../hold-reports.ts';
import { requireHoldAssignment } from '../require-hold.ts';

/**
 * Requests the release of an assignment and sets `deleted_at`. Its holds stay until the job that finishes releases has lifted them.
 * @throws Refusal `conflict` if the release was already requested.
 */
export async function releaseLegalHoldAssignment(service: Service, caller: Caller, id: string): Promise<void> {
  requireGovernance(caller);
  await change(service, caller, async (change) => {
    const assignment = await requireHoldAssignment(change.tx, id);
    if (assignment.deletedAt !== null) {
      throw new Refusal('conflict', say`The release of assignment ${id} is already in progress.`);
    }
    await releaseAssignment(change, assignment);
  });
}

/** Marks an assignment as being released and reports it. */
export async function releaseAssignment(change: Change, assignment: LegalHoldAssignmentRecord): Promise<void> {
  await change.tx.legalHolds.markReleasing(assignment.id, change.now);
  await reportHoldAssignment(change, 'LEGAL_HOLD_ASSIGNMENT_DELETE', assignment);
}
