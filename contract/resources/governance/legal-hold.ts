import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { userMini } from '../people/user.ts';

const legalHoldStatus = z.enum(['active', 'applying', 'releasing', 'released']);
export type LegalHoldStatus = z.output<typeof legalHoldStatus>;

/** Possible targets of a hold. */
export const legalHoldTargetTypes = ['user', 'folder', 'file', 'file_version', 'ownership', 'interactions'] as const;
export type LegalHoldTargetType = (typeof legalHoldTargetTypes)[number];

/** Legal hold policy: its name, status and period. */
const fullLegalHoldPolicy = z.object({
  id: z.string().min(1),
  type: z.literal('legal_hold_policy'),
  policy_name: z.string(),
  description: z.string(),
  status: legalHoldStatus,
  /** Unreleased assignments, by target type. */
  assignment_counts: z.object({
    user: z.int(),
    folder: z.int(),
    file: z.int(),
    file_version: z.int(),
    ownership: z.int(),
    interactions: z.int(),
  }),
  is_ongoing: z.boolean(),
  created_by: userMini,
  created_at: dateTime,
  modified_at: dateTime,
  /** When its release was requested. */
  deleted_at: dateTime.nullable(),
  filter_started_at: dateTime.nullable(),
  filter_ended_at: dateTime.nullable(),
  release_notes: z.string(),
});
export type FullLegalHoldPolicy = z.output<typeof fullLegalHoldPolicy>;

/** A legal hold policy in a response: everything except `id` and `type` may be missing. */
export const legalHoldPolicy = fullLegalHoldPolicy
  .extend({ status: z.string() })
  .partial()
  .required({ id: true, type: true });

/** Legal hold policy assignment. `deleted_at` is the time when its release was requested. */
const fullLegalHoldPolicyAssignment = z.object({
  id: z.string().min(1),
  type: z.literal('legal_hold_policy_assignment'),
  legal_hold_policy: z.object({
    id: z.string().min(1),
    type: z.literal('legal_hold_policy'),
    policy_name: z.string().optional(),
  }),
  assigned_to: z.object({ id: z.string().min(1), type: z.enum(legalHoldTargetTypes) }),
  assigned_by: userMini,
  assigned_at: dateTime,
  deleted_at: dateTime.nullable(),
});
export type FullLegalHoldPolicyAssignment = z.output<typeof fullLegalHoldPolicyAssignment>;

/** An assignment in a response: everything except `id` and `type` may be missing. */
export const legalHoldPolicyAssignment = fullLegalHoldPolicyAssignment.partial().required({ id: true, type: true });

export const legalHoldPolicyMiniFields = ['id', 'type', 'policy_name'];
export const legalHoldPolicyStandardFields = Object.keys(fullLegalHoldPolicy.shape);
export const legalHoldPolicyAssignmentStandardFields = Object.keys(fullLegalHoldPolicyAssignment.shape);
