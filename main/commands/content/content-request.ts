import { idPattern, isId } from '../../../contract/rules/ids.ts';
import type { ContentUse } from '../../../preload/ipc/shapes/content.ts';

/** A page's request for content, as both hosts parse it from a request below `/content/`. */
export type ContentRequest = FileRequest | ArchiveRequest | AvatarRequest | ThumbnailRequest;

/** An archive prepared by `archive.gather`. It is read as a whole, once. */
type ArchiveRequest = { readonly use: 'archive'; readonly archive: string; readonly isHead: false };

/** A person's avatar. */
type AvatarRequest = { readonly use: 'avatar'; readonly userId: string; readonly isHead: boolean };

/** A thumbnail of the content with this hash. */
export type ThumbnailRequest = {
  readonly use: 'thumbnail';
  readonly fileId: string;
  readonly sha1: string;
  readonly isHead: false;
};

export type FileRequest = {
  readonly use: ContentUse;
  readonly fileId: string;
  readonly version: string | null;
  readonly visit: string | null;
  /** The `Range` header, which the service handles. */
  readonly range: string | null;
  readonly ifRange: string | null;
  /** True: send only the headers. */
  readonly isHead: boolean;
};

/** The relevant part of a request; `address` is a path with a query, or a full URL. */
export type AskedContent = {
  readonly method: string;
  readonly address: string;
  readonly range: string | null;
  readonly ifRange: string | null;
};

const archives = /^\/content\/archive\/([\w-]{1,100})$/;
const avatars = new RegExp(`^/content/avatar/(${idPattern})$`);
const thumbnails = new RegExp(`^/content/thumbnail/(${idPattern})/([0-9a-f]{40})$`);
const ways = new RegExp(`^/content/(download|preview)/(${idPattern})$`);

/** Null: no content has this URL, or the method is not read-only. */
export function contentRequestOf({ method, address, range, ifRange }: AskedContent): ContentRequest | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const url = new URL(address, 'http://window');
  const [, archive] = archives.exec(url.pathname) ?? [];
  if (archive !== undefined) return method === 'GET' ? { use: 'archive', archive, isHead: false } : null;
  const [, userId] = avatars.exec(url.pathname) ?? [];
  if (userId !== undefined) return { use: 'avatar', userId, isHead: method === 'HEAD' };
  const [, pictured, sha1] = thumbnails.exec(url.pathname) ?? [];
  if (pictured !== undefined && sha1 !== undefined) {
    return method === 'GET' ? { use: 'thumbnail', fileId: pictured, sha1, isHead: false } : null;
  }
  const [, use, fileId] = ways.exec(url.pathname) ?? [];
  if ((use !== 'download' && use !== 'preview') || fileId === undefined) return null;
  const version = url.searchParams.get('version');
  if (version !== null && !isId(version)) return null;
  return { use, fileId, version, visit: url.searchParams.get('visit'), range, ifRange, isHead: method === 'HEAD' };
}
