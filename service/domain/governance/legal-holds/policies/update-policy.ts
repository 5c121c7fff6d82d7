import type { FullLegalHoldPolicy } from '../../../../../contract/resources/governance/legal-hold.ts';
import type { LegalHoldPolicyRecord } from '../../../../ports/metadata/governance/legal-holds.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import type { Caller, Service } from '../../../service.ts';
import { reportHoldPolicy } from '../hold-reports.ts';
import { answerHoldPolicy } from '../present-hold.ts';
import { requireFreeHoldName, requireHoldPolicy, requireInForce } from '../require-hold.ts';

/** Input of `updateLegalHoldPolicy`; absent fields stay as they are. */
export interface UpdateLegalHoldPolicy {
  readonly id: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly releaseNotes: string | undefined;
}

/** Renames or describes a policy. Its scope and period never change. */
export async function updateLegalHoldPolicy(
  service: Service,
  caller: Caller,
  { id, name, description, releaseNotes }: UpdateLegalHoldPolicy,
): Promise<FullLegalHoldPolicy> {
  requireGovernance(caller);
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    const before = await requireHoldPolicy(tx, id);
    if (name !== undefined || description !== undefined) requireInForce(before);
    if (name !== undefined) await requireFreeHoldName(tx, name, id);
    const policy: LegalHoldPolicyRecord = {
      ...before,
      name: name ?? before.name,
      description: description ?? before.description,
      releaseNotes: releaseNotes ?? before.releaseNotes,
      modifiedAt: now,
    };
    await tx.legalHolds.updatePolicy(policy);
    await reportHoldPolicy(change, 'LEGAL_HOLD_POLICY_UPDATE', policy);
    return answerHoldPolicy(tx, policy);
  });
}
