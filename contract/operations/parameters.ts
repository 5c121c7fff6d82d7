import { z } from 'zod';
import { direction, etagHeader, fields, flag, offsetBesideMarker, pageLimit, pageOffset } from '../request-fields.ts';
import { formatContentRange, parseContentRange } from '../rules/content-range.ts';
import { parseDigest } from '../rules/digest.ts';
import { idPattern, idRule, wholeId } from '../rules/ids.ts';
import { limits } from '../rules/limits.ts';
import { brokenRule } from '../rules/rule-issue.ts';
import { say } from '../rules/say.ts';

/** Parameters shared by several operations. */

/** An id in a path. Anything else is answered with 405, as in the format. */
export const pathId = z.string().regex(wholeId, idRule);

export const fieldsQuery = z.object({ fields });

export const ifMatch = z.object({ 'if-match': etagHeader });
export const ifNoneMatch = z.object({ 'if-none-match': etagHeader });

/**
 * The header with which a shared link opens its item and everything below it, for operations that support it:
 * `shared_link=<address>&shared_link_password=<password>`, with the password only if the link has one.
 */
export const sharedLinkHeader = z.object({ svcapi: z.string().optional() });
/** Its error codes; a link that does not open is `not_found`. */
export const linkErrors = ['incorrect_shared_item_password'] as const;

export const offsetQuery = z.object({
  limit: pageLimit(limits.pageLimit, limits.defaultPageLimit),
  offset: pageOffset,
});

/** Both forms of paging in one operation. `usemarker` or a `marker` selects the marker form. */
export const pagingQuery = z.object({
  limit: pageLimit(limits.pageLimit, limits.defaultPageLimit),
  offset: offsetBesideMarker,
  usemarker: flag.optional(),
  marker: z.string().optional(),
});

/**
 * Lists with only the marker form. `usemarker` is optional; false together with a marker is a contradiction. Add parameters with
 * `safeExtend`, which keeps this rule.
 */
export const markerQuery = byMarker(pageLimit(limits.pageLimit, limits.defaultPageLimit));

/** The same for a list that is answered whole without `limit` and `marker`. */
export const wholeOrMarkerQuery = byMarker(pageLimit(limits.pageLimit, undefined));

/** Only the collaborations that give the caller access, directly or through a group; an addition to the format. */
export const accessibleByMe = z.object({ accessible_by: z.literal('me').optional() });

function byMarker<Limit extends z.ZodType>(limit: Limit) {
  return z
    .object({ limit, usemarker: flag.optional(), marker: z.string().optional() })
    .refine(({ usemarker, marker }) => usemarker !== false || marker === undefined, {
      path: ['marker'],
      error: 'requires usemarker=true',
    });
}

export const sortQuery = z.object({
  sort: z.enum(['id', 'name', 'date', 'size']).optional(),
  direction: direction.optional(),
});

const reference = `${idPattern}(?::${idPattern})?`;
const references = new RegExp(`^${reference}(?:,${reference}){0,${limits.downloadBatchFiles - 1}}$`);

/** Files, each as `id` or, for one version of it, as `id:version`, separated by commas. */
export const contentReferences = z
  .string()
  .regex(references, `must list up to ${limits.downloadBatchFiles} files as "id" or "id:version", separated by commas`)
  .transform((text) =>
    text.split(',').map((one) => {
      const [fileId = '', versionId] = one.split(':');
      return { fileId, versionId };
    }),
  );

/** `Content-Range: bytes a-b/total` of an upload part. */
export const contentRangeHeader = z.string().transform((text, context) => {
  const range = parseContentRange(text);
  if (range) return range;
  const example = formatContentRange({ start: 0, end: 8_388_607, total: 20_000_000 });
  brokenRule(context, 'invalid_content_range', say`content-range must look like "${example}", not "${text}".`);
  return z.NEVER;
});

/** `Digest: sha=<base64>`, as a SHA-1 in hexadecimal digits. */
export const digestHeader = z.string().transform((text, context) => {
  const sha1 = parseDigest(text);
  if (sha1 !== null) return sha1;
  brokenRule(context, 'bad_request', say`digest must be "sha=" and the base64 of the SHA-1 of the content.`);
  return z.NEVER;
});

/** In this format `content-md5` contains the SHA-1 of the content in hexadecimal digits. */
export const contentSha1Header = z
  .string()
  .regex(/^[0-9a-fA-F]{40}$/, 'must be the SHA-1 of the content in 40 hexadecimal digits')
  .transform((text) => text.toLowerCase())
  .optional();

export const locationHeader = z.object({ location: z.string() });
/** Whole seconds; other services may send nothing, or a date, which counts from the `Date` of the response (RFC 9110 10.2.3). */
export const retryAfterHeader = z.object({ 'retry-after': z.string().optional(), date: z.string().optional() });

/**
 * A `Prefer` header (RFC 7240 4.2): the content itself instead of a redirect to it, one request instead of two. A service that does
 * not support it redirects.
 */
export const PREFER_BYTES = 'return=representation';
