import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { userMini } from '../people/user.ts';

export const retentionPolicyTypes = ['finite', 'indefinite'] as const;
export type RetentionPolicyType = (typeof retentionPolicyTypes)[number];

/** The action at the end of a retention: permanent deletion, or just the end of the retention. */
export const dispositionActions = ['permanently_delete', 'remove_retention'] as const;
export type DispositionAction = (typeof dispositionActions)[number];

/** Possible targets of a retention policy. */
export const retentionTargetTypes = ['enterprise', 'folder', 'metadata_template'] as const;
export type RetentionTargetType = (typeof retentionTargetTypes)[number];

/** Retention policy. */
const fullRetentionPolicy = z.object({
  id: z.string().min(1),
  type: z.literal('retention_policy'),
  policy_name: z.string(),
  /** Days as a decimal string, counted from the upload of a version; `indefinite` for policies of that type. */
  retention_length: z.string(),
  disposition_action: z.enum(dispositionActions),
  description: z.string(),
  policy_type: z.enum(retentionPolicyTypes),
  retention_type: z.enum(['modifiable', 'non_modifiable']),
  status: z.enum(['active', 'retired']),
  created_by: userMini,
  created_at: dateTime,
  modified_at: dateTime,
  can_owner_extend_retention: z.boolean(),
  /** Days as a decimal string, or `none`: the maximum extension by an owner. */
  max_extension_length: z.string(),
  are_owners_notified: z.boolean(),
  custom_notification_recipients: z.array(userMini),
  assignment_counts: z.object({ enterprise: z.int(), folder: z.int(), metadata_template: z.int() }),
});
export type FullRetentionPolicy = z.output<typeof fullRetentionPolicy>;

/** A retention policy in a response: everything except `id` and `type` may be missing. */
export const retentionPolicy = fullRetentionPolicy
  .extend({ disposition_action: z.string(), retention_type: z.string(), status: z.string() })
  .partial()
  .required({ id: true, type: true });

/** Retention policy assignment. `start_date_field` is `upload_date` except for metadata templates. */
const fullRetentionPolicyAssignment = z.object({
  id: z.string().min(1),
  type: z.literal('retention_policy_assignment'),
  retention_policy: z.object({
    id: z.string().min(1),
    type: z.literal('retention_policy'),
    policy_name: z.string(),
    retention_length: z.string(),
    disposition_action: z.enum(dispositionActions),
  }),
  assigned_to: z.object({ id: z.string().nullable(), type: z.enum(retentionTargetTypes) }),
  filter_fields: z.array(z.object({ field: z.string(), value: z.string() })).nullable(),
  assigned_by: userMini,
  assigned_at: dateTime,
  start_date_field: z.string(),
});
export type FullRetentionPolicyAssignment = z.output<typeof fullRetentionPolicyAssignment>;

/** An assignment in a response: everything except `id` and `type` may be missing. */
export const retentionPolicyAssignment = fullRetentionPolicyAssignment.partial().required({ id: true, type: true });

export const retentionPolicyMiniFields = ['id', 'type', 'policy_name', 'retention_length', 'disposition_action'];
export const retentionPolicyStandardFields = Object.keys(fullRetentionPolicy.shape);
export const retentionPolicyAssignmentStandardFields = Object.keys(fullRetentionPolicyAssignment.shape);
