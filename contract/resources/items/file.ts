import { z } from 'zod';
import { contentDate, dateTime, etag, fileId, fileVersionId, sequenceId, sha1 } from '../ids.ts';
import { userMini } from '../people/user.ts';
import { sharedLink } from '../sharing/shared-link.ts';
import { folderMini } from './folder-mini.ts';
import { itemStatus, pathCollection } from './item.ts';

/** File version (Mini): the current version within a file. */
export const fileVersionMini = z.object({ id: fileVersionId, type: z.literal('file_version'), sha1 });

/** File (Mini). */
export const fileMini = z.object({
  id: fileId,
  type: z.literal('file'),
  etag: etag.nullable(),
  sequence_id: sequenceId.nullable(),
  name: z.string(),
  sha1,
  file_version: fileVersionMini,
});
export type FileMini = z.output<typeof fileMini>;

/** The caller's permissions on a file; always all twelve. */
export const filePermissions = z.object({
  can_delete: z.boolean(),
  can_download: z.boolean(),
  can_invite_collaborator: z.boolean(),
  can_rename: z.boolean(),
  can_set_share_access: z.boolean(),
  can_share: z.boolean(),
  can_annotate: z.boolean(),
  can_comment: z.boolean(),
  can_preview: z.boolean(),
  can_upload: z.boolean(),
  can_view_annotations_all: z.boolean(),
  can_view_annotations_self: z.boolean(),
});
export type FilePermissions = z.output<typeof filePermissions>;

/** A lock on a file. */
export const fileLock = z.object({
  id: z.string(),
  type: z.literal('lock'),
  created_by: userMini,
  created_at: dateTime,
  expired_at: dateTime.nullable(),
  is_download_prevented: z.boolean(),
  app_type: z.string().nullable(),
});

const standardFields = {
  description: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  path_collection: pathCollection,
  created_at: dateTime,
  modified_at: dateTime,
  trashed_at: dateTime.nullable(),
  purged_at: dateTime.nullable(),
  content_created_at: dateTime,
  content_modified_at: dateTime,
  created_by: userMini,
  modified_by: userMini,
  owned_by: userMini,
  shared_link: sharedLink.nullable(),
  parent: folderMini.nullable(),
  item_status: itemStatus,
};

/** Fields of a file that are returned only if `fields` names them. */
const furtherFields = {
  version_number: z.string(),
  comment_count: z.int(),
  permissions: filePermissions,
  tags: z.array(z.string()),
  lock: fileLock.nullable(),
  extension: z.string(),
  is_package: z.boolean(),
  expiring_embed_link: z.object({
    access_token: z.string(),
    expires_in: z.int(),
    token_type: z.literal('bearer'),
    restricted_to: z.array(z.object({ scope: z.string(), object: z.looseObject({ id: z.string() }) })),
    url: z.string(),
  }),
  watermark_info: z.object({ is_watermarked: z.boolean() }),
  is_accessible_via_shared_link: z.boolean(),
  allowed_invitee_roles: z.array(z.string()),
  is_externally_owned: z.boolean(),
  has_collaborations: z.boolean(),
  metadata: z.record(z.string(), z.record(z.string(), z.unknown())),
  expires_at: dateTime.nullable(),
  representations: z.object({ entries: z.array(z.looseObject({ representation: z.string() })) }),
  classification: z.object({ name: z.string(), definition: z.string(), color: z.string() }).nullable(),
  uploader_display_name: z.string(),
  disposition_at: dateTime.nullable(),
  shared_link_permission_options: z.array(z.string()),
  is_associated_with_app_item: z.boolean(),
};

/** File (full): every field that the service knows. */
export const fullFile = fileMini.extend(standardFields).extend(z.object(furtherFields).partial().shape);
export type FullFile = z.output<typeof fullFile>;

/**
 * A file in a response: everything except `id` and `type` may be missing (`fields`), and other servers of the format send null
 * dates for some files.
 */
export const file = fullFile
  .extend({
    created_at: dateTime.nullable(),
    modified_at: dateTime.nullable(),
    content_created_at: contentDate,
    content_modified_at: contentDate,
  })
  .partial()
  .required({ id: true, type: true });
export type File = z.output<typeof file>;

export const fileStandardFields = Object.keys(standardFields);
