import { previewFile } from '../../domain/files/preview-file.ts';
import { parameterRefusal } from '../../domain/refusal.ts';
import type { Handlers } from '../handlers.ts';
import { fileKind } from '../icons/file-kind.ts';

/** Small pictures of files. */
export const thumbnailHandlers = {
  async getThumbnail({ params, query }, { service, caller, addresses }) {
    requireOrder('width', query.min_width, query.max_width);
    requireOrder('height', query.min_height, query.max_height);
    const { fileName } = await previewFile(service, caller, params.file_id);
    return { status: 302, headers: { location: addresses.icon(fileKind(fileName)) } };
  },
} satisfies Partial<Handlers>;

function requireOrder(side: 'width' | 'height', least: number | undefined, most: number | undefined): void {
  if (least === undefined || most === undefined || least <= most) return;
  const message = `min_${side} (${least}) must not be above max_${side} (${most}).`;
  throw parameterRefusal('invalid_parameter', `min_${side}`, message);
}
