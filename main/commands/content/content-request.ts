import type { ContentUse } from '../../../preload/ipc/content.ts';

/** What a page asks for, as both hosts read it from a request below `/content/`. */
export type ContentRequest = FileRequest | ArchiveRequest | AvatarRequest | ThumbnailRequest;

/** An archive that `archive.gather` has made ready; read whole and once. */
type ArchiveRequest = { readonly use: 'archive'; readonly archive: string; readonly isHead: false };

/** The picture of a person. */
type AvatarRequest = { readonly use: 'avatar'; readonly userId: string; readonly isHead: boolean };

/** A small picture of the content that this hash names. */
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
  /** The header `Range`, which the service answers. */
  readonly range: string | null;
  readonly ifRange: string | null;
  /** The headers alone. */
  readonly isHead: boolean;
};

/** The part of a request that matters here; `address` is a path with its query, or a whole address. */
export type AskedContent = {
  readonly method: string;
  readonly address: string;
  readonly range: string | null;
  readonly ifRange: string | null;
};

const id = /^\d{1,19}$/;
const archives = /^\/content\/archive\/([\w-]{1,100})$/;
const avatars = /^\/content\/avatar\/(\d{1,19})$/;
const thumbnails = /^\/content\/thumbnail\/(\d{1,19})\/([0-9a-f]{40})$/;
const ways = /^\/content\/(download|preview)\/(\d{1,19})$/;

/** Null: no content has this address, or it is not asked for in a way that only reads. */
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
  if (version !== null && !id.test(version)) return null;
  return { use, fileId, version, visit: url.searchParams.get('visit'), range, ifRange, isHead: method === 'HEAD' };
}
