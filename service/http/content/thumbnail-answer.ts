import { Readable } from 'node:stream';
import type { AnswerOf } from '../../../contract/operation.ts';
import type { getThumbnail } from '../../../contract/operations/items/thumbnails.ts';
import { drawThumbnail } from '../../domain/tree/files/downloads/draw-thumbnail.ts';
import type { ThumbnailTicket } from '../answers/tickets.ts';
import type { HandlerContext } from '../handlers.ts';
import { drawableKinds, fileKind } from '../icons/file-kind.ts';

/** A thumbnail for a caller who may preview the file, or the icon of its kind: for good, or until the thumbnail is drawn. */
export async function thumbnailAnswer(
  { service, caller, addresses }: Pick<HandlerContext, 'service' | 'caller' | 'addresses'>,
  { fileId, extension, side }: Pick<ThumbnailTicket, 'fileId' | 'extension' | 'side'>,
): Promise<AnswerOf<typeof getThumbnail>> {
  const { fileName, sha1, thumbnail } = await drawThumbnail(service, caller, {
    fileId,
    isDrawable: (name) => drawableKinds.has(fileKind(name)),
    format: extension,
    side,
  });
  const placeholder = addresses.icon(fileKind(fileName));
  switch (thumbnail.kind) {
    case 'none':
      return { status: 302, headers: { location: placeholder } };
    case 'later':
      return { status: 202, headers: { location: placeholder, 'retry-after': '2' } };
    case 'picture': {
      const headers = {
        'content-type': extension === 'png' ? 'image/png' : 'image/jpeg',
        'content-length': String(thumbnail.bytes.byteLength),
        'x-content-type-options': 'nosniff',
        etag: `"${sha1}"`,
      };
      return { status: 200, headers, body: Readable.from([thumbnail.bytes], { objectMode: false }) };
    }
  }
}
