import type {
  DispositionAction,
  FullRetentionPolicy,
  RetentionPolicyType,
} from '../../../../../contract/resources/governance/retention-policy.ts';
import type { RetentionPolicyRecord } from '../../../../ports/metadata/governance/retention.ts';
import { requireGovernance } from '../../../access/enterprise/require-governance.ts';
import { change } from '../../../change/change.ts';
import type { Caller, Service } from '../../../service.ts';
import { answerRetentionPolicy } from '../present-retention.ts';
import { requireFreeRetentionName } from '../require-retention.ts';
import { reportRetentionPolicy } from '../retention-reports.ts';
import { lengthOf, type RetentionSettings, requireSound, withSettings } from './policy-settings.ts';

/** Input of `createRetentionPolicy`. */
export interface CreateRetentionPolicy extends RetentionSettings {
  readonly name: string;
  readonly type: RetentionPolicyType;
  readonly dispositionAction: DispositionAction;
}

/**
 * Creates a policy that retains nothing yet.
 * @throws Refusal `bad_request`, `conflict` if the name is taken.
 */
export async function createRetentionPolicy(
  service: Service,
  caller: Caller,
  { type, length, ...settings }: CreateRetentionPolicy,
): Promise<FullRetentionPolicy> {
  requireGovernance(caller);
  const lengthDays = lengthOf(type, length);
  return change(service, caller, async (change) => {
    const { tx, now } = change;
    await requireFreeRetentionName(tx, settings.name);
    const plain: RetentionPolicyRecord = {
      id: await tx.allocateId(),
      name: settings.name,
      description: '',
      lengthDays,
      dispositionAction: settings.dispositionAction,
      isModifiable: true,
      status: 'active',
      canOwnerExtend: false,
      maxExtensionDays: null,
      areOwnersNotified: false,
      notificationRecipients: [],
      createdBy: caller.user.id,
      createdAt: now,
      modifiedAt: now,
    };
    const policy = withSettings(plain, settings);
    await requireSound(tx, policy);
    await tx.retention.insertPolicy(policy);
    await reportRetentionPolicy(change, null, policy);
    return answerRetentionPolicy(tx, policy);
  });
}
