import type { FullRetentionPolicy } from '../../../../../contract/resources/governance/retention-policy.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { RetentionPolicyRecord } from '../../../../ports/metadata/governance/retention.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import { Refusal } from '../../../refusal.ts';
import type { Caller, Service } from '../../../service.ts';
import { answerRetentionPolicy } from '../present-retention.ts';
import { requireFreeRetentionName, requireModifiable, requireRetentionPolicy } from '../require-retention.ts';
import { reportRetentionPolicy } from '../retention-reports.ts';
import { type RetentionSettings, requireSound, withSettings } from './policy-settings.ts';

/** Input of `updateRetentionPolicy`; absent fields stay as they are. */
export interface UpdateRetentionPolicy extends RetentionSettings {
  readonly id: string;
  readonly status: 'active' | 'retired' | undefined;
}

/**
 * Changes a policy, effective at once for the versions it retains. A non-modifiable one cannot be shortened or made modifiable.
 * A retired one retains nothing new, and its existing retentions expire normally.
 * @throws Refusal `forbidden_by_policy`, `invalid_status` for an attempt to undo retirement, `conflict` for a taken name.
 */
export async function updateRetentionPolicy(
  service: Service,
  caller: Caller,
  { id, status, ...settings }: UpdateRetentionPolicy,
): Promise<FullRetentionPolicy> {
  requireGovernance(caller);
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    const before = await requireRetentionPolicy(tx, id);
    if (before.status === 'retired' && status === 'active') {
      throw new Refusal('invalid_status', say`The retention policy "${before.name}" is retired permanently.`);
    }
    const policy = { ...withSettings(before, settings), status: status ?? before.status, modifiedAt: now };
    if (!before.isModifiable) requireStricter(before, policy);
    if (policy.name !== before.name) await requireFreeRetentionName(tx, policy.name, id);
    await requireSound(tx, policy);
    await tx.retention.updatePolicy(policy);
    await reportRetentionPolicy(change, before, policy);
    return answerRetentionPolicy(tx, policy);
  });
}

function requireStricter(before: RetentionPolicyRecord, after: RetentionPolicyRecord): void {
  if (after.isModifiable) requireModifiable(before, say`It cannot be made modifiable.`);
  if (before.lengthDays !== null && after.lengthDays !== null && after.lengthDays < before.lengthDays) {
    requireModifiable(before, say`Its ${before.lengthDays} days can be lengthened, not shortened.`);
  }
}
