import { Readable } from 'node:stream';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import { parameterRefusal } from '../../../domain/refusal.ts';
import { drawThumbnail } from '../../../domain/tree/files/downloads/draw-thumbnail.ts';
import type { Handlers } from '../../handlers.ts';
import { drawableKinds, fileKind } from '../../icons/file-kind.ts';

/** Supported thumbnail sizes, few so that requests share thumbnails. */
const SIDES = [32, 64, 94, 102, 128, 160, 256, limits.thumbnailMaxPixels] as const;

/** The default size. */
const USUAL_SIDE = 256;

/** Thumbnails of files. */
export const thumbnailHandlers = {
  async getThumbnail({ params, query }, { service, caller, addresses }) {
    requireOrder('width', query.min_width, query.max_width);
    requireOrder('height', query.min_height, query.max_height);
    const { fileName, sha1, thumbnail } = await drawThumbnail(service, caller, {
      fileId: params.file_id,
      isDrawable: (name) => drawableKinds.has(fileKind(name)),
      format: params.extension,
      side: sideOf(query),
    });
    const placeholder = addresses.icon(fileKind(fileName));
    switch (thumbnail.kind) {
      case 'none':
        return { status: 302, headers: { location: placeholder } };
      case 'later':
        return { status: 202, headers: { location: placeholder, 'retry-after': '2' } };
      case 'picture': {
        const headers = {
          'content-type': params.extension === 'png' ? 'image/png' : 'image/jpeg',
          'content-length': String(thumbnail.bytes.byteLength),
          'x-content-type-options': 'nosniff',
          etag: `"${sha1}"`,
        };
        return { status: 200, headers, body: Readable.from([thumbnail.bytes], { objectMode: false }) };
      }
    }
  },
} satisfies Partial<Handlers>;

type Wish = { readonly [side in 'min_width' | 'min_height' | 'max_width' | 'max_height']?: number | undefined };

/** The largest size within the limits; without an upper limit, the smallest that meets the lower one. */
function sideOf({ min_width, min_height, max_width, max_height }: Wish): number {
  const least = Math.max(min_width ?? 0, min_height ?? 0);
  if (max_width === undefined && max_height === undefined) {
    const wanted = least === 0 ? USUAL_SIDE : least;
    return SIDES.find((side) => side >= wanted) ?? limits.thumbnailMaxPixels;
  }
  const most = Math.min(max_width ?? limits.thumbnailMaxPixels, max_height ?? limits.thumbnailMaxPixels);
  return SIDES.findLast((side) => side <= most) ?? limits.thumbnailMinPixels;
}

function requireOrder(side: 'width' | 'height', least: number | undefined, most: number | undefined): void {
  if (least === undefined || most === undefined || least <= most) return;
  const message = say`min_${side} (${least}) must not be above max_${side} (${most}).`;
  throw parameterRefusal('invalid_parameter', `min_${side}`, message);
}
