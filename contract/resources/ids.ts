import { z } from 'zod';

/** A nominal string type: a plain string may become one, but one kind never passes for another. */
export type Kind<Name extends string> = string & { readonly kind?: Name };

export type UserId = Kind<'user'>;
export type FolderId = Kind<'folder'>;
export type FileId = Kind<'file'>;
export type FileVersionId = Kind<'file_version'>;
export type WebLinkId = Kind<'web_link'>;
export type CollaborationId = Kind<'collaboration'>;
export type UploadSessionId = Kind<'upload_session'>;
/** Entity tag of an item: opaque, compared for equality, sent in `If-Match`. */
export type Etag = Kind<'etag'>;
/** Decimal change counter of an item; orders its events. */
export type SequenceId = Kind<'sequence_id'>;
/** SHA-1 of content, 40 lower-case hexadecimal digits. */
export type Sha1 = Kind<'sha1'>;

/** The id of every user's root folder. */
export const rootFolderId: FolderId = '0';

/** An id in a response: always a string. */
const id = z.string().min(1);
/** Other services send an empty one where there is no person, such as for the creator of the root folder. */
export const userId: z.ZodType<UserId, string> = z.string();
export const folderId: z.ZodType<FolderId, string> = id;
export const fileId: z.ZodType<FileId, string> = id;
export const fileVersionId: z.ZodType<FileVersionId, string> = id;
export const webLinkId: z.ZodType<WebLinkId, string> = id;
export const collaborationId: z.ZodType<CollaborationId, string> = id;
export const uploadSessionId: z.ZodType<UploadSessionId, string> = id;
export const etag: z.ZodType<Etag, string> = z.string();
export const sequenceId: z.ZodType<SequenceId, string> = z.string();
export const sha1: z.ZodType<Sha1, string> = z.string().regex(/^[0-9a-f]{40}$/, 'must be 40 lower-case hex digits');

/** A time in a response: RFC 3339. */
export const dateTime = z.iso.datetime({ offset: true });

/** A time that nothing depends on, such as when content changed: null if other servers of the format send none, or one outside RFC 3339. */
export const contentDate = dateTime.nullable().catch(null);
