import { z } from 'zod';
import { emptyWith, octetsWith, operation } from '../../operation.ts';
import { limits } from '../../rules/limits.ts';
import { brokenRule } from '../../rules/rule-issue.ts';
import { say } from '../../rules/say.ts';
import { previewScopes } from '../../scopes.ts';
import { locationHeader, pathId, retryAfterHeader } from '../parameters.ts';

const { thumbnailMinPixels: least, thumbnailMaxPixels: most } = limits;

/** The side of a thumbnail, in pixels. */
const pixels = z
  .string()
  .transform((text, context) => {
    const wanted = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (wanted >= least && wanted <= most) return wanted;
    brokenRule(context, 'invalid_parameter', say`must be a whole number of pixels from ${least} to ${most}.`);
    return z.NEVER;
  })
  .optional();

/** A service other than Tandem may leave out `location`, a URL of the thumbnail that needs no token. */
const pictureHeaders = z.object({
  'content-type': z.string(),
  'content-length': z.string(),
  etag: z.string(),
  location: z.string().optional(),
});

export const getThumbnail = operation({
  name: 'getThumbnail',
  summary:
    'Returns a thumbnail of an image, or of the first page of a PDF, and in Location a URL of it that needs no token and is valid for 15 minutes. Other files, and those that cannot be drawn, redirect to the icon of their kind (302); if the thumbnail is still being drawn, the response says when to retry (202).',
  method: 'GET',
  path: '/files/{file_id}/thumbnail.{extension}',
  params: z.object({ file_id: pathId, extension: z.enum(['png', 'jpg']) }),
  query: z.object({ min_width: pixels, min_height: pixels, max_width: pixels, max_height: pixels }),
  answers: {
    200: octetsWith(pictureHeaders),
    202: emptyWith(locationHeader.extend(retryAfterHeader.shape)),
    302: emptyWith(locationHeader),
  },
  errors: [
    'invalid_parameter',
    'not_found',
    'trashed',
    'access_denied_insufficient_permissions',
    'content_unavailable',
  ],
  scope: previewScopes,
});
