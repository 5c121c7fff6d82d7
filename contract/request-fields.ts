import { z } from 'zod';
import { idRule, wholeId } from './rules/ids.ts';
import { limits } from './rules/limits.ts';
import { cleanedName, nameFault } from './rules/names.ts';
import { brokenRule } from './rules/rule-issue.ts';
import { say } from './rules/say.ts';

/** An id in a request body: a decimal string; JSON numbers are accepted too and become strings. */
export const bodyId = z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(wholeId, idRule));

/** A reference to a folder in a request body, `{ id }`. */
export const folderReference = z.object({ id: bodyId });

/** A new name of an item, validated by the name rules of the interface. */
export const itemName = z.string().superRefine((name, context) => {
  const fault = nameFault(name);
  if (fault) brokenRule(context, fault.code, fault.reason);
});

/** The name of a copied file: forbidden characters are removed instead of refused. */
export const copyName = z.string().transform(cleanedName).pipe(itemName);

/**
 * A text with a maximum length in characters (code points) that every database can store: valid Unicode, without the character
 * U+0000.
 */
export function plainText(maximum: number) {
  return z
    .string()
    .refine((text) => [...text].length <= maximum, {
      error: `may have at most ${maximum} characters`,
      params: { maximum },
    })
    .refine(
      (text) => text.isWellFormed() && !text.includes('\0'),
      'must be valid Unicode without the character U+0000',
    );
}

/** The size of a file in bytes. */
export const fileSize = z.int().nonnegative('must be the size of the file in bytes, not below 0');

/** The description of an item. */
export const description = plainText(limits.descriptionLength);

/** The target of a web link. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an absolute URL that begins with http:// or https://' })
  .max(limits.webAddressLength, `may have at most ${limits.webAddressLength} characters`)
  // Zod strips CR, LF and tabs, as URL parsers do; other characters also end a line if the URL is written to a file.
  .refine((address) => !/[\p{Cc}\u2028\u2029]/u.test(address), 'must not contain control characters');

const tag = z
  .string()
  .min(1, 'a tag must have at least one character')
  .max(limits.tagLength, `a tag may have at most ${limits.tagLength} characters`)
  .refine(
    (text) => text.isWellFormed() && text.trim() === text,
    'a tag must be a text that neither begins nor ends with a space',
  );

/** The new tags of the item; null removes all of them. */
export const tags = z
  .array(tag)
  .min(1, 'must hold at least one tag; send null to take all tags away')
  .max(limits.tagsPerItem, `may hold at most ${limits.tagsPerItem} tags`)
  .nullable()
  .transform((names) => names ?? []);

/** The collections that should contain the item; empty or null removes it from all. */
export const collectionReferences = z
  .array(z.object({ id: bodyId }))
  .nullable()
  .transform((references) => (references ?? []).map(({ id }) => id));

/** A time in a request: RFC 3339 with `Z` or an offset; converted to UTC with millisecond precision. */
export const moment = z.string().transform((text, context) => {
  const time = /^\d{4}-\d{2}-\d{2}T.*([Zz]|[+-]\d{2}:?\d{2})$/.test(text) ? new Date(text) : null;
  const utc = time === null || Number.isNaN(time.getTime()) ? '' : time.toISOString();
  // An offset can move the first and the last hours of RFC 3339 to a year outside 0000 to 9999, which no answer can contain.
  if (/^\d{4}-/.test(utc)) return utc;
  brokenRule(context, 'bad_request', say`must be a date-time with an offset, such as 2026-01-31T12:00:00Z.`);
  return z.NEVER;
});

/** An optional attribute. Null means none, since existing clients send it for what their caller left out. */
export function orNone<S extends z.ZodType>(attribute: S) {
  return attribute.nullish().transform((value) => value ?? undefined);
}

/** The dates of a file's content on the sender's device. */
export const contentDates = { content_created_at: orNone(moment), content_modified_at: orNone(moment) };

/** What an upload may send along with a content. */
export const contentAttributes = { ...contentDates, description: orNone(description) };

/** A boolean in a query, in either case: Python writes `True`. */
export const flag = z.preprocess(
  (value: boolean | string) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]),
);

/** `limit` of a list: clamped to `maximum`; not a number or below `minimum` is `invalid_limit`. Absent: `standard`. */
export function pageLimit<Standard extends number | undefined>(maximum: number, standard: Standard, minimum = 1) {
  return z
    .union([z.number(), z.string()])
    .optional()
    .transform((value, context): number | Standard => {
      if (value === undefined) return standard;
      const wanted = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (Number.isInteger(wanted) && wanted >= minimum) return Math.min(wanted, maximum);
      brokenRule(
        context,
        'invalid_limit',
        say`limit must be a whole number from ${minimum} to ${maximum}, not "${String(value)}".`,
      );
      return z.NEVER;
    });
}

/** `offset` of a list without markers: 0 to 10000, otherwise `invalid_offset`. */
export const pageOffset = offsetField(false);

/** The same for a list that also has markers, which lead beyond the highest offset. */
export const offsetBesideMarker = offsetField(true);

function offsetField(hasMarkers: boolean) {
  return z
    .union([z.number(), z.string()])
    .optional()
    .transform((value, context) => {
      if (value === undefined) return undefined;
      const wanted = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (Number.isInteger(wanted) && wanted >= 0 && wanted <= limits.pageOffset) return wanted;
      const message =
        hasMarkers && wanted > limits.pageOffset
          ? say`offset must be a whole number from 0 to ${limits.pageOffset}, not "${String(value)}". To list further, send usemarker=true and the marker of each page.`
          : say`offset must be a whole number from 0 to ${limits.pageOffset}, not "${String(value)}".`;
      brokenRule(context, 'invalid_offset', message);
      return z.NEVER;
    });
}

/** The entries of a comma-separated parameter. Undefined without any: a list that a client leaves empty is a parameter that it leaves out. */
export function listedWords(text: string): readonly string[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  const listed = words.filter((word) => word !== '');
  return listed.length === 0 ? undefined : listed;
}

/** `fields`: comma-separated names of attributes; absent or empty means the standard fields. */
export const fields = z
  .union([z.string(), z.array(z.string()).readonly()])
  .transform((value) => listedWords(String(value)))
  .optional();

/** `ASC` or `DESC`, in either case. */
export const direction = z
  .string()
  .transform((word) => word.toUpperCase())
  .pipe(z.enum(['ASC', 'DESC']));

/** An etag in `If-Match` or `If-None-Match`; surrounding quotes and a weak prefix are removed. */
export const etagHeader = z
  .string()
  .transform((text) =>
    text
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1'),
  )
  .optional();
