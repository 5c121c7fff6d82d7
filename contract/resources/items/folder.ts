import { z } from 'zod';
import { contentDate, dateTime } from '../ids.ts';
import { userMini } from '../people/user.ts';
import { sharedLink } from '../sharing/shared-link.ts';
import { folderMini } from './folder-mini.ts';
import { itemStatus, pathCollection } from './item.ts';

/** The caller's permissions on a folder; always all seven. */
export const folderPermissions = z.object({
  can_delete: z.boolean(),
  can_download: z.boolean(),
  can_invite_collaborator: z.boolean(),
  can_rename: z.boolean(),
  can_set_share_access: z.boolean(),
  can_share: z.boolean(),
  can_upload: z.boolean(),
});
export type FolderPermissions = z.output<typeof folderPermissions>;

const standardFields = {
  created_at: dateTime.nullable(),
  modified_at: dateTime.nullable(),
  description: z.string(),
  /** Bytes of all files below. */
  size: z.int(),
  path_collection: pathCollection,
  created_by: userMini,
  modified_by: userMini,
  trashed_at: dateTime.nullable(),
  purged_at: dateTime.nullable(),
  content_created_at: contentDate,
  content_modified_at: contentDate,
  owned_by: userMini,
  shared_link: sharedLink.nullable(),
  folder_upload_email: z.object({ access: z.string(), email: z.string() }).nullable(),
  parent: folderMini.nullable(),
  item_status: itemStatus,
};

/** Fields of a folder that are returned only if `fields` names them. */
const furtherFields = {
  sync_state: z.enum(['synced', 'not_synced', 'partially_synced']),
  has_collaborations: z.boolean(),
  permissions: folderPermissions,
  tags: z.array(z.string()),
  can_non_owners_invite: z.boolean(),
  is_externally_owned: z.boolean(),
  metadata: z.record(z.string(), z.record(z.string(), z.unknown())),
  is_collaboration_restricted_to_enterprise: z.boolean(),
  allowed_shared_link_access_levels: z.array(z.string()),
  allowed_invitee_roles: z.array(z.string()),
  watermark_info: z.object({ is_watermarked: z.boolean() }),
  is_accessible_via_shared_link: z.boolean(),
  can_non_owners_view_collaborators: z.boolean(),
  classification: z.object({ name: z.string(), definition: z.string(), color: z.string() }).nullable(),
  is_associated_with_app_item: z.boolean(),
};

/** Folder (full): every field that the service knows, except the page of items. */
export const fullFolder = folderMini.extend(standardFields).extend(z.object(furtherFields).partial().shape);
export type FullFolder = z.output<typeof fullFolder>;

/** A folder in a response: everything except `id` and `type` may be missing. */
export const folder = fullFolder.partial().required({ id: true, type: true });
export type Folder = z.output<typeof folder>;

export const folderStandardFields = Object.keys(standardFields);
