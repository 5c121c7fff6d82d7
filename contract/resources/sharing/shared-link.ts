import { z } from 'zod';
import { dateTime } from '../ids.ts';

/** The audience of a shared link: anyone, people in the enterprise, or only collaborators. */
export const sharedLinkAccessLevels = ['open', 'company', 'collaborators'] as const;
export const sharedLinkAccess = z.enum(sharedLinkAccessLevels);
export type SharedLinkAccess = z.output<typeof sharedLinkAccess>;

/** Permissions of a shared link, each including the ones before it. */
export const sharedLinkPermissionOptions = ['can_preview', 'can_download', 'can_edit'] as const;

/** Shared link of an item. */
export const sharedLink = z.object({
  url: z.string(),
  effective_access: z.string(),
  effective_permission: z.string(),
  is_password_enabled: z.boolean(),
  download_count: z.int(),
  preview_count: z.int(),
  download_url: z.string().nullable().optional(),
  vanity_url: z.string().nullable().optional(),
  vanity_name: z.string().nullable().optional(),
  access: z.string().optional(),
  unshared_at: dateTime.nullable().optional(),
  permissions: z.object({ can_download: z.boolean(), can_preview: z.boolean(), can_edit: z.boolean() }).optional(),
});
export type SharedLink = z.output<typeof sharedLink>;
