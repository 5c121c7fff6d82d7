import type { Octets } from '../../../contract/operation.ts';
import { downloadFile } from '../../../contract/operations/items/files.ts';
import { PREFER_BYTES } from '../../../contract/operations/parameters.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { ApiError } from '../../api/api-error.ts';
import type { ContentHeaders } from './content-headers.ts';
import type { FileRequest } from './content-request.ts';

type Bytes = { readonly status: number; readonly headers: ContentHeaders; readonly body: Octets };

/** Same as the engine's downloads: the service sends the bytes directly or redirects to another URL. */
export async function openBytes(
  api: ApiClient,
  { fileId, version, range, ifRange }: Pick<FileRequest, 'fileId' | 'version' | 'range' | 'ifRange'>,
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
    throw new ApiError({ status: 503, code: 'unavailable', message: { code: 'file_being_prepared', args: {} } });
  }
  return { status: answer.status, headers: placeOf(answer.headers), body: answer.body };
}

/** Length of the body and its range in the whole content. */
function placeOf(
  headers: { readonly [name in 'content-length' | 'content-range']?: string | undefined },
): ContentHeaders {
  const { 'content-length': length, 'content-range': range } = headers;
  return {
    ...(length === undefined ? {} : { 'content-length': length }),
    ...(range === undefined ? {} : { 'content-range': range }),
  };
}
