import type {
  DispositionAction,
  RetentionPolicyType,
} from '../../../../../contract/resources/governance/retention-policy.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { RetentionPolicyRecord } from '../../../../ports/metadata/governance/retention.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import { parameterRefusal } from '../../../refusal.ts';

/** The requested settings of a policy; absent ones get their default or stay as they are. Lengths are in days. */
export interface RetentionSettings {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly dispositionAction?: DispositionAction | undefined;
  readonly length?: number | 'indefinite' | undefined;
  readonly isModifiable?: boolean | undefined;
  readonly canOwnerExtend?: boolean | undefined;
  readonly maxExtension?: number | 'none' | undefined;
  readonly areOwnersNotified?: boolean | undefined;
  readonly notificationRecipients?: readonly string[] | undefined;
}

/**
 * The length of a policy of this type in days; null if indefinite.
 * @throws Refusal `bad_request` if type and length contradict each other.
 */
export function lengthOf(type: RetentionPolicyType, length: RetentionSettings['length']): number | null {
  if (type === 'indefinite') {
    if (length === undefined || length === 'indefinite') return null;
    const message = say`An indefinite policy has no length. Omit "retention_length".`;
    throw parameterRefusal('bad_request', 'retention_length', message);
  }
  if (typeof length === 'number') return length;
  throw parameterRefusal('bad_request', 'retention_length', say`A finite policy needs "retention_length", in days.`);
}

/** A policy with the requested settings. The type of a policy never changes. */
export function withSettings(policy: RetentionPolicyRecord, settings: RetentionSettings): RetentionPolicyRecord {
  const type = policy.lengthDays === null ? 'indefinite' : 'finite';
  const { length, maxExtension } = settings;
  return {
    ...policy,
    name: settings.name ?? policy.name,
    description: settings.description ?? policy.description,
    dispositionAction: settings.dispositionAction ?? policy.dispositionAction,
    lengthDays: length === undefined ? policy.lengthDays : lengthOf(type, length),
    isModifiable: settings.isModifiable ?? policy.isModifiable,
    canOwnerExtend: settings.canOwnerExtend ?? policy.canOwnerExtend,
    maxExtensionDays:
      maxExtension === undefined ? policy.maxExtensionDays : maxExtension === 'none' ? null : maxExtension,
    areOwnersNotified: settings.areOwnersNotified ?? policy.areOwnersNotified,
    notificationRecipients: settings.notificationRecipients ?? policy.notificationRecipients,
  };
}

/** @throws Refusal `bad_request` for contradictory settings; `not_found` for unknown recipients. */
export async function requireSound(reads: MetadataReads, policy: RetentionPolicyRecord): Promise<void> {
  const { lengthDays, dispositionAction, maxExtensionDays, notificationRecipients } = policy;
  if (maxExtensionDays !== null && (lengthDays === null || dispositionAction !== 'permanently_delete')) {
    const message = say`"max_extension_length" applies only to finite policies that delete permanently. Omit it, or send "none".`;
    throw parameterRefusal('bad_request', 'max_extension_length', message);
  }
  const known = new Set((await reads.users.getMany(notificationRecipients)).map(({ id }) => id));
  const unknown = notificationRecipients.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw parameterRefusal('not_found', 'custom_notification_recipients', say`User ${unknown} does not exist.`);
}
