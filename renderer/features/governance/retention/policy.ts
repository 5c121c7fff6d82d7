import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { texts } from '../../../texts/texts.ts';

export type Policy = ServiceAnswer<'listRetentionPolicies'>['entries'][number];
export type PolicyAssignment = ServiceAnswer<'listRetentionPolicyAssignments'>['entries'][number];

export const dispositions = ['remove_retention', 'permanently_delete'] as const;

/** The retention period of a policy: digits are days, anything else means indefinitely. */
export function keptFor(length: string | undefined): string {
  const days = Number(length);
  return length !== undefined && Number.isInteger(days) ? texts.governance.lengthOf(days) : texts.governance.forEver;
}
