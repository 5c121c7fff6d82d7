import type { Thumbnail, ThumbnailWish } from '../../../../ports/thumbnailer.ts';
import type { Caller, Service } from '../../../service.ts';
import { drawnFile } from './download-file.ts';

/** The file name selects the placeholder if there is no thumbnail. */
export interface FileThumbnail {
  readonly fileName: string;
  readonly sha1: string;
  readonly thumbnail: Exclude<Thumbnail, { readonly kind: 'unreadable' }>;
}

export type DrawThumbnail = ThumbnailWish & {
  readonly fileId: string;
  /** Decided by the file name: only content that claims to be of a drawable kind is tried. */
  readonly isDrawable: (fileName: string) => boolean;
};

/**
 * A thumbnail of a file's current content, for a caller who may preview it.
 * @throws the error of a content that cannot be read.
 */
export async function drawThumbnail(
  service: Service,
  caller: Caller,
  { fileId, isDrawable, format, side }: DrawThumbnail,
): Promise<FileThumbnail> {
  const content = await drawnFile(service, caller, fileId);
  const { fileName, sha1 } = content;
  if (!isDrawable(fileName)) return { fileName, sha1, thumbnail: { kind: 'none' } };
  const thumbnail = await service.thumbnails.draw(content, { format, side }, caller.user.id);
  if (thumbnail.kind === 'unreadable') throw thumbnail.error;
  return { fileName, sha1, thumbnail };
}
