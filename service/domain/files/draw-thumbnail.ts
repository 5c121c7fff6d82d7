import type { Thumbnail, ThumbnailWish } from '../../ports/thumbnailer.ts';
import type { Caller, Service } from '../service.ts';
import { drawnFile } from './download-file.ts';

/** The name says which placeholder stands in where there is no picture. */
export type FileThumbnail = { readonly fileName: string; readonly sha1: string; readonly thumbnail: Thumbnail };

export type DrawThumbnail = ThumbnailWish & {
  readonly fileId: string;
  /** Decided by the name: only contents that claim to be images are tried. */
  readonly isImage: (fileName: string) => boolean;
};

/** A small picture of the current content of a file, for a caller who may look at it. */
export async function drawThumbnail(
  service: Service,
  caller: Caller,
  { fileId, isImage, format, side }: DrawThumbnail,
): Promise<FileThumbnail> {
  const content = await drawnFile(service, caller, fileId);
  const { fileName, sha1 } = content;
  if (!isImage(fileName)) return { fileName, sha1, thumbnail: { kind: 'none' } };
  return { fileName, sha1, thumbnail: await service.thumbnails.draw(content, { format, side }) };
}
