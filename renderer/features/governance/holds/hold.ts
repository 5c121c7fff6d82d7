import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';

export type Hold = ServiceAnswer<'listLegalHoldPolicies'>['entries'][number];
export type HoldAssignment = ServiceAnswer<'listLegalHoldPolicyAssignments'>['entries'][number];
