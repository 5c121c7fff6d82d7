import { Readable } from 'node:stream';
import type { Download } from '../../domain/tree/files/downloads/download-file.ts';
import type { ByteRange } from '../../ports/blob-store.ts';
import { readRange } from './byte-range.ts';

/** Content, or a range of it, ready to send. */
export interface ContentAnswer {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>> & { readonly 'content-length': string };
  open(): Promise<Readable>;
  /** Instead of `open`: where the client reads the same bytes from the store itself; null if they are sent here. */
  signedUrl(): Promise<string | null>;
}

/** The request headers that select a range. */
export interface AskedRange {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | undefined;
}

/** The whole content or the requested range (RFC 9110 section 14); null if the range is outside of it. */
export function contentAnswer(content: Download, asked: AskedRange): ContentAnswer | null {
  const tag = `"${content.sha1}"`;
  // A range of different content would be appended to the wrong bytes.
  const isSame = asked['if-range'] === undefined || asked['if-range'] === tag;
  const range = readRange(isSame ? asked.range : undefined, content.sizeBytes);
  const served = {
    disposition: attachment(content.fileName),
    mediaType: 'application/octet-stream',
  };
  // The store knows the content by another tag, so it can't tell whether a condition holds.
  const urlOf = async (part?: ByteRange) => (asked['if-range'] === undefined ? content.signedUrl(served, part) : null);
  const headers = {
    'accept-ranges': 'bytes',
    'content-type': served.mediaType,
    'content-disposition': served.disposition,
    etag: tag,
    'last-modified': new Date(content.contentModifiedAt).toUTCString(),
  };
  switch (range.kind) {
    case 'unsatisfiable':
      return null;
    case 'whole': {
      const length = { 'content-length': String(content.sizeBytes) };
      return {
        status: 200,
        headers: { ...headers, ...length },
        open: () => openBytes(content),
        signedUrl: () => urlOf(),
      };
    }
    case 'part': {
      const { start, end } = range.range;
      const place = {
        'content-range': `bytes ${start}-${end}/${content.sizeBytes}`,
        'content-length': String(end - start + 1),
      };
      return {
        status: 206,
        headers: { ...headers, ...place },
        open: () => openBytes(content, range.range),
        signedUrl: () => urlOf(range.range),
      };
    }
  }
}

async function openBytes(content: Download, range?: ByteRange): Promise<Readable> {
  const bytes = await content.open(range);
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
}

/** `Content-Disposition` of a download with any name (RFC 5987). */
export function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename*=UTF-8''${encoded}`;
}
