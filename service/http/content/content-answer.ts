import type { Readable } from 'node:stream';
import { say } from '../../../contract/rules/say.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Download } from '../../domain/tree/files/downloads/download-file.ts';
import type { ByteRange } from '../../ports/blob-store.ts';
import { readRange } from './byte-range.ts';
import { type ConditionHeaders, isConditional, rangeHolds, verdictOf } from './conditions.ts';

/** An answer to a request for content: bytes, nothing new, or a refusal, each with its headers. */
export type ContentAnswer = ContentBytes | UnchangedContent | RefusedContent;

/** Content, or a range of it, ready to send. */
export interface ContentBytes {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>> & { readonly 'content-length': string };
  open(): Promise<Readable>;
  /** Instead of `open`: where the client reads the same bytes from the store itself; null if they are sent here. */
  signedUrl(): Promise<string | null>;
}

/** The client has this content. */
interface UnchangedContent {
  readonly status: 304;
  readonly headers: Readonly<Record<string, string>>;
}

/** The client expects another content, or a range outside of it. */
interface RefusedContent {
  readonly status: 412 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Refusal;
}

/** The request headers that select a range, and those that make the answer conditional. */
export interface AskedContent extends ConditionHeaders {
  readonly range?: string | undefined;
}

/** The whole content or the requested range (RFC 9110 section 14), if the conditions hold. */
export function contentAnswer(content: Download, asked: AskedContent): ContentAnswer {
  const validators = {
    tag: `"${content.sha1}"`,
    lastModified: new Date(content.contentModifiedAt).toUTCString(),
  };
  const headers = { etag: validators.tag, 'last-modified': validators.lastModified };
  const verdict = verdictOf(asked, validators);
  if (verdict === 'unchanged') return { status: 304, headers };
  if (verdict === 'failed') return { status: 412, headers: {}, refusal: changed() };
  const range = readRange(rangeHolds(asked, validators) ? asked.range : undefined, content.sizeBytes);
  if (range.kind === 'unsatisfiable') return outside(content.sizeBytes);
  return bytesOf(content, asked, { headers, part: range.kind === 'part' ? range.range : undefined });
}

function bytesOf(
  content: Download,
  asked: AskedContent,
  { headers, part }: { readonly headers: Readonly<Record<string, string>>; readonly part: ByteRange | undefined },
): ContentBytes {
  const served = { disposition: attachment(content.fileName), mediaType: 'application/octet-stream' };
  const { start, end } = part ?? { start: 0, end: content.sizeBytes - 1 };
  return {
    status: part === undefined ? 200 : 206,
    headers: {
      'accept-ranges': 'bytes',
      'content-type': served.mediaType,
      'content-disposition': served.disposition,
      ...headers,
      ...(part === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${content.sizeBytes}` }),
      'content-length': String(end - start + 1),
    },
    open: async () => content.open(part),
    // The store knows the content by another tag, so it can't tell whether a condition holds.
    signedUrl: async () => (isConditional(asked) ? null : content.signedUrl(served, part)),
  };
}

function changed(): Refusal {
  const message = say`The content has changed since your last request. Download it again from the start.`;
  return new Refusal('precondition_failed', message);
}

function outside(sizeBytes: number): RefusedContent {
  const message = say`The range is outside of the content, which has ${sizeBytes} bytes.`;
  const headers = { 'content-range': `bytes */${sizeBytes}` };
  return { status: 416, headers, refusal: new Refusal('invalid_content_range', message) };
}

/** `Content-Disposition` of a download with any name (RFC 5987). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename*=UTF-8''${encoded}`;
}
