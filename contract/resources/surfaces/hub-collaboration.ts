import { z } from 'zod';
import { acceptanceRequirementsStatus, collaborationStatus } from '../sharing/collaboration.ts';

/** Roles in a hub, weakest first. */
export const hubRoles = ['viewer', 'editor', 'co-owner'] as const;
export type HubRole = (typeof hubRoles)[number];

/** Hub collaboration. While it is pending, `login` and `name` are empty. */
const fullHubCollaboration = z.object({
  id: z.string().min(1),
  type: z.literal('hub_collaboration'),
  hub: z.object({ id: z.string().min(1), type: z.literal('hubs') }),
  /** `id` is "" while no account has the invited email address. Groups have no login: it is "". */
  accessible_by: z.object({ id: z.string(), type: z.enum(['user', 'group']), name: z.string(), login: z.string() }),
  role: z.enum(hubRoles),
  status: collaborationStatus,
  acceptance_requirements_status: acceptanceRequirementsStatus,
});
export type FullHubCollaboration = z.output<typeof fullHubCollaboration>;

/** A hub collaboration in a response: everything except `id` and `type` may be missing. */
export const hubCollaboration = fullHubCollaboration
  .extend({ role: z.string() })
  .partial()
  .required({ id: true, type: true });
