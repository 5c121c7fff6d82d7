/** The request headers that make an answer depend on what the client has. */
export interface ConditionHeaders {
  readonly 'if-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
  readonly 'if-unmodified-since'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-range'?: string | undefined;
}

/** A content as a client may know it. `tag` is strong and quoted; `lastModified` is an HTTP date. */
export interface Validators {
  readonly tag: string;
  readonly lastModified: string;
}

/** `failed`: answer 412. `unchanged`: the client has the content, answer 304. */
export type Verdict = 'holds' | 'failed' | 'unchanged';

/**
 * Evaluates the conditions in the order of RFC 9110 section 13.2.2. `If-Modified-Since` is ignored: the date of a content comes from its
 * uploader, so a new version may have an earlier one.
 */
export function verdictOf(headers: ConditionHeaders, { tag, lastModified }: Validators): Verdict {
  const { 'if-match': match, 'if-unmodified-since': since, 'if-none-match': noneMatch } = headers;
  if (match !== undefined) {
    if (!names(match, tag, isEqual)) return 'failed';
  } else if (since !== undefined && Date.parse(lastModified) > Date.parse(since)) return 'failed';
  return noneMatch !== undefined && names(noneMatch, tag, isWeaklyEqual) ? 'unchanged' : 'holds';
}

/**
 * True if a requested range may be sent (RFC 9110 section 13.1.5). A date proves nothing: two versions may have the same. Then the whole
 * content is sent, because a range of another one would be appended to the wrong bytes.
 */
export function rangeHolds({ 'if-range': ifRange }: ConditionHeaders, { tag }: Validators): boolean {
  return ifRange === undefined || ifRange === tag;
}

/** True if a request has any condition, even one that is ignored here: another server may evaluate it. */
export function isConditional(headers: ConditionHeaders): boolean {
  return Object.entries(headers).some(([name, value]) => name.startsWith('if-') && value !== undefined);
}

/** True if a list of tags is `*` or contains the tag. */
function names(list: string, tag: string, isSame: (listed: string, tag: string) => boolean): boolean {
  if (list.trim() === '*') return true;
  return [...list.matchAll(/(?:W\/)?"[^"]*"/g)].some(([listed]) => isSame(listed, tag));
}

function isEqual(listed: string, tag: string): boolean {
  return listed === tag;
}

function isWeaklyEqual(listed: string, tag: string): boolean {
  return listed.replace(/^W\//, '') === tag;
}
