import { z } from 'zod';
import { operation } from '../../operation.ts';
import { direction, flag, listedWords, pageLimit } from '../../request-fields.ts';
import { metadataFilter } from '../../resources/notes/metadata-template-request.ts';
import { searchContentTypes, searchResults } from '../../resources/notes/search-results.ts';
import type { Sentence } from '../../resources/sentence.ts';
import { isId } from '../../rules/ids.ts';
import { limits } from '../../rules/limits.ts';
import { brokenRule } from '../../rules/rule-issue.ts';
import { say } from '../../rules/say.ts';
import { readScopes } from '../../scopes.ts';
import { fieldsQuery, offsetQuery } from '../parameters.ts';

const most = limits.searchListLength;
const words = (text: string) => text.split(',').map((word) => word.trim());

/** A comma-separated list whose entries all satisfy `isEntry`. */
function listOf<Entry extends string>(isEntry: (word: string) => word is Entry, rule: readonly Sentence[]) {
  return z.string().transform((text, context) => {
    const entries = listedWords(text);
    if (entries === undefined || (entries.length <= most && entries.every(isEntry))) return entries;
    brokenRule(context, 'invalid_parameter', rule);
    return z.NEVER;
  });
}

const idList = listOf((word): word is string => isId(word), say`must be ids, separated by commas, at most ${most}.`);

type ContentType = (typeof searchContentTypes)[number];
const contentTypeList = listOf(
  (word): word is ContentType => searchContentTypes.some((type) => type === word),
  say`must be some of ${searchContentTypes.join(', ')}, separated by commas, at most ${most}.`,
);

const extensionList = listOf(
  (word): word is string => word.length > 0,
  say`must be file extensions, separated by commas, at most ${most}.`,
).transform((extensions) => extensions?.map((extension) => extension.replace(/^\./, '').toLowerCase()));

/** Two times separated by a comma, either of which may be missing; in milliseconds since the epoch. */
const momentRange = z.string().transform((text, context) => {
  const ends = words(text);
  const [from, to] = [ends[0] ?? '', ends[1] ?? ''].map((end) => (end === '' ? null : Date.parse(end)));
  const isRange = ends.length === 2 && !Number.isNaN(from ?? 0) && !Number.isNaN(to ?? 0);
  if (isRange) return { from: from ?? null, to: to ?? null };
  brokenRule(context, 'invalid_parameter', say`must be two date-times separated by a comma; either may be left out.`);
  return z.NEVER;
});

/** Two sizes in bytes separated by a comma, either of which may be missing. */
const sizeRange = z.string().transform((text, context) => {
  const ends = words(text);
  const numbers = [ends[0] ?? '', ends[1] ?? ''].map((end) =>
    end === '' ? null : /^\d{1,15}$/.test(end) ? Number(end) : -1,
  );
  const [from = null, to = null] = numbers;
  if (ends.length === 2 && from !== -1 && to !== -1) return { from, to };
  brokenRule(
    context,
    'invalid_parameter',
    say`must be two sizes in bytes separated by a comma; either may be left out.`,
  );
  return z.NEVER;
});

const metadataFilters = z.string().transform((text, context) => {
  const parsed = z.array(metadataFilter).length(1).safeParse(jsonOf(text));
  if (parsed.success) return parsed.data[0];
  brokenRule(
    context,
    'invalid_parameter',
    say`must be JSON: an array with one filter of "scope", "templateKey" and "filters".`,
  );
  return z.NEVER;
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const search = operation({
  name: 'search',
  summary: `Finds items by their words and by metadata. Words are joined by OR unless AND, OR, NOT or quotes say otherwise. What a file says is found a few seconds after its upload: in text (UTF-8, UTF-16 or Windows-1252), of which the first ${limits.searchedTextBytes / 1024 ** 2} MiB are read, and in PDF, Office and OpenDocument files of up to ${limits.searchedDocumentBytes / 1024 ** 2} MiB. The first ${limits.searchedWordBytes / 1024} KiB of words count. \`type=web_link\` needs no words: it lists the web links.`,
  method: 'GET',
  path: '/search',
  query: fieldsQuery.extend({
    query: z
      .string()
      .max(limits.searchQueryLength, `may have at most ${limits.searchQueryLength} characters`)
      .optional(),
    mdfilters: metadataFilters.optional(),
    scope: z.enum(['user_content', 'enterprise_content']).optional(),
    file_extensions: extensionList.optional(),
    created_at_range: momentRange.optional(),
    updated_at_range: momentRange.optional(),
    deleted_at_range: momentRange.optional(),
    size_range: sizeRange.optional(),
    owner_user_ids: idList.optional(),
    recent_updater_user_ids: idList.optional(),
    deleted_user_ids: idList.optional(),
    ancestor_folder_ids: idList.optional(),
    content_types: contentTypeList.optional(),
    type: z.enum(['file', 'folder', 'web_link']).optional(),
    trash_content: z.enum(['non_trashed_only', 'trashed_only', 'all_items']).optional(),
    sort: z.enum(['relevance', 'modified_at']).optional(),
    direction: direction.optional(),
    limit: pageLimit(limits.searchLimit, limits.defaultSearchLimit),
    offset: offsetQuery.shape.offset,
    include_recent_shared_links: flag.optional(),
  }),
  answers: { 200: { kind: 'json', schema: searchResults } },
  errors: [
    'missing_parameter',
    'invalid_parameter',
    'invalid_limit',
    'invalid_offset',
    'not_found',
    'access_denied_insufficient_permissions',
  ],
  scope: readScopes,
});
