import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { userMini } from '../people/user.ts';

/** The members who may copy a hub. */
export const hubCopyAccess = ['all', 'company', 'none'] as const;

/** Hub. */
const fullHub = z.object({
  id: z.string().min(1),
  type: z.literal('hubs'),
  title: z.string(),
  /** The first 200 characters. */
  description: z.string(),
  created_at: dateTime,
  updated_at: dateTime,
  created_by: userMini,
  updated_by: userMini,
  view_count: z.int(),
  is_ai_enabled: z.boolean(),
  is_collaboration_restricted_to_enterprise: z.boolean(),
  can_non_owners_invite: z.boolean(),
  can_shared_link_be_created: z.boolean(),
  can_public_shared_link_be_created: z.boolean(),
  copy_hub_access: z.enum(hubCopyAccess),
});
export type FullHub = z.output<typeof fullHub>;

/** A hub in a response: everything except `id` and `type` may be missing. */
export const hub = fullHub.extend({ copy_hub_access: z.string() }).partial().required({ id: true, type: true });

export const hubItemTypes = ['file', 'folder', 'web_link'] as const;

/** An item in a hub. */
export const hubItem = z.object({ id: z.string().min(1), type: z.enum(hubItemTypes), name: z.string() });
export type HubItem = z.output<typeof hubItem>;

/** A page of a hub's document. */
export const hubDocumentPage = z.object({
  id: z.string().min(1),
  type: z.literal('page'),
  parent_id: z.string().nullable(),
  title_fragment: z.string(),
});
export type HubDocumentPage = z.output<typeof hubDocumentPage>;

/** A block of a page. `fragment` is its text, if it has any. */
export const hubDocumentBlock = z.object({
  id: z.string().min(1),
  type: z.enum(['paragraph', 'section_title', 'callout_box', 'item_list', 'divider']),
  parent_id: z.string().nullable(),
  fragment: z.string().optional(),
});
export type HubDocumentBlock = z.output<typeof hubDocumentBlock>;
