import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import { parameterRefusal } from '../../../domain/refusal.ts';
import { authorityOf } from '../../answers/tickets.ts';
import { thumbnailAnswer } from '../../content/thumbnail-answer.ts';
import type { Handlers } from '../../handlers.ts';

/** Supported thumbnail sizes, few so that requests share thumbnails. */
const SIDES = [32, 64, 94, 102, 128, 160, 256, limits.thumbnailMaxPixels] as const;

/** The default size. */
const USUAL_SIDE = 256;

/** Thumbnails of files. */
export const thumbnailHandlers = {
  async getThumbnail({ params, query }, { service, caller, addresses }) {
    requireOrder('width', query.min_width, query.max_width);
    requireOrder('height', query.min_height, query.max_height);
    const wanted = { fileId: params.file_id, extension: params.extension, side: sideOf(query) };
    const answer = await thumbnailAnswer({ service, caller, addresses }, wanted);
    if (answer.status !== 200) return answer;
    const location = addresses.thumbnail({ ...authorityOf(caller), ...wanted });
    return { ...answer, headers: { ...answer.headers, location } };
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
