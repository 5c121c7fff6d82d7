import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { administration } from '../../../texts/administration.ts';

export type Policy = ServiceAnswer<'listRetentionPolicies'>['entries'][number];
export type PolicyAssignment = ServiceAnswer<'listRetentionPolicyAssignments'>['entries'][number];

export const dispositions = ['remove_retention', 'permanently_delete'] as const;

/** The retention period of a policy: digits are days, anything else means indefinitely. */
export function keptFor(length: string | undefined): string {
  const days = Number(length);
  return length !== undefined && Number.isInteger(days)
    ? administration.governance.lengthOf(days)
    : administration.governance.forEver;
}
