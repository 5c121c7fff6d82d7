import type { Octets } from '../../../contract/operation.ts';
import { downloadFile, getFile } from '../../../contract/operations/files.ts';
import { PREFER_BYTES } from '../../../contract/operations/parameters.ts';
import type { File } from '../../../contract/resources/file.ts';
import { type Preview, previewLimits, previewOf } from '../../../preload/ipc/content.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError, isUnreached } from '../../api/api-error.ts';
import type { LinkVisits } from '../shared-link/link-visits.ts';
import { type ContentHeaders, downloadHeaders, previewHeaders } from './content-headers.ts';
import type { ContentRequest } from './content-request.ts';

/** The bytes of files on the service for a page of the window, on whatever host it is. */
export type ContentSource = {
  /** Never rejects before the body: what cannot be had is a status with a sentence. The body is read once, or returned. */
  readonly answer: (request: ContentRequest, signal: AbortSignal) => Promise<ContentAnswer>;
};

/** `body` null: there is nothing but the headers. */
export type ContentAnswer = {
  readonly status: number;
  readonly headers: ContentHeaders;
  readonly body: Octets | null;
};

const fields = ['type', 'id', 'name', 'size'];

export function contentSource(api: ApiClient, visits: LinkVisits): ContentSource {
  return {
    async answer(request, signal) {
      try {
        return await answerContent({ api, visits }, request, signal);
      } catch (cause) {
        if (!(cause instanceof ApiError)) throw cause;
        return refusalOf(cause);
      }
    },
  };
}

type Parts = { readonly api: ApiClient; readonly visits: LinkVisits };

async function answerContent(
  { api, visits }: Parts,
  request: ContentRequest,
  signal: AbortSignal,
): Promise<ContentAnswer> {
  const svcapi = request.visit === null ? null : visits.header(request.visit);
  if (request.visit !== null && svcapi === null) return refused(410, 'Open the shared link once more.');
  const link = svcapi === null ? {} : { svcapi };
  // The name decides how it is shown, and it is the service's word for it that counts, not the page's.
  const params = { file_id: request.fileId };
  const found = await api.call(getFile, { params, query: { fields }, headers: link }, { signal });
  if (found.status === 304) return refused(404, 'That is not there any more.');
  const name = found.body.name ?? '';
  const preview = request.use === 'preview' ? previewOf(name) : null;
  const why = request.use === 'preview' ? whyNotShown(preview, found.body) : null;
  if (why !== null) return why;
  const headers = preview === null ? downloadHeaders(name) : previewHeaders(name, preview);
  if (request.isHead) return { status: 200, headers, body: null };
  const bytes = await openBytes(api, request, link, signal);
  return { status: bytes.status, headers: { ...headers, ...bytes.headers }, body: bytes.body };
}

/** Null: it is shown. A text is read up to its limit, by a range. */
function whyNotShown(preview: Preview | null, { size = 0 }: File): ContentAnswer | null {
  if (preview === null) return refused(415, 'A file of this kind is not shown here.');
  const isTooLarge = preview.kind !== 'text' && size > previewLimits[preview.kind];
  return isTooLarge ? refused(413, 'This file is too large to be shown here.') : null;
}

type Bytes = { readonly status: number; readonly headers: ContentHeaders; readonly body: Octets };

/** As in the engine's downloads: the bytes at once where the service gives them, else by the address that it names. */
async function openBytes(
  api: ApiClient,
  { fileId, version, range, ifRange }: ContentRequest,
  link: { readonly svcapi?: string },
  signal: AbortSignal,
): Promise<Bytes> {
  const wanted = { ...(range === null ? {} : { range }), ...(ifRange === null ? {} : { 'if-range': ifRange }) };
  const answer = await api.call(
    downloadFile,
    {
      params: { file_id: fileId },
      query: version === null ? {} : { version },
      headers: { ...wanted, ...link, prefer: PREFER_BYTES },
    },
    { signal },
  );
  if (answer.status === 302) {
    const raw = await api.follow(answer.headers.location, { signal, headers: wanted });
    return { status: raw.status, headers: placeOf(raw.headers), body: raw.body };
  }
  if (answer.status === 202) {
    throw new ApiError({ status: 503, code: 'unavailable', message: 'The service is still preparing this file.' });
  }
  return { status: answer.status, headers: placeOf(answer.headers), body: answer.body };
}

/** How long the body is, and which part of the whole. */
function placeOf(
  headers: { readonly [name in 'content-length' | 'content-range']?: string | undefined },
): ContentHeaders {
  const { 'content-length': length, 'content-range': range } = headers;
  return {
    ...(length === undefined ? {} : { 'content-length': length }),
    ...(range === undefined ? {} : { 'content-range': range }),
  };
}

/** Statuses of the service that mean the same to the page; anything else is a service that does not answer as it should. */
const passedOn: ReadonlySet<number> = new Set([403, 404, 410, 416]);

function refusalOf(cause: ApiError): ContentAnswer {
  if (isUnreached(cause)) return refused(503, 'The service cannot be reached.');
  return refused(cause.status !== null && passedOn.has(cause.status) ? cause.status : 502, cause.message);
}

function refused(status: number, message: string): ContentAnswer {
  const text = new TextEncoder().encode(message);
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(text.byteLength),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { status, headers, body: once(text) };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
