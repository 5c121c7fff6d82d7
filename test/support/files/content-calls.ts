import type { ApiClient } from '../../../main/api/api-client.ts';
import { ApiError } from '../../../main/api/api-error.ts';

type Stored = { readonly name: string; readonly bytes: Uint8Array; readonly isForbidden?: boolean };

type Picture = { readonly contentType: string; readonly bytes: Uint8Array };

/** A fake service for content sources, with files and pictures by id. `asked` records the headers of each call. */
export function contentCalls(
  files: Readonly<Record<string, Stored>>,
  pictures: Readonly<Record<string, Picture>> = {},
) {
  const asked: { readonly operation: string; readonly headers: Record<string, string> }[] = [];
  const call = async (operation: { name: string }, request: LooseCall): Promise<unknown> => {
    const headers = request.headers ?? {};
    asked.push({ operation: operation.name, headers });
    const picture = pictures[request.params?.user_id ?? ''];
    if (picture !== undefined) {
      const length = String(picture.bytes.byteLength);
      return {
        status: 200,
        headers: { 'content-type': picture.contentType, 'content-length': length },
        body: inPieces(picture.bytes),
      };
    }
    const file = files[request.params?.file_id ?? ''];
    if (file === undefined) throw new ApiError({ status: 404, code: 'not_found', message: 'There is no such file.' });
    if (operation.name === 'getFile') {
      return { status: 200, body: { type: 'file', id: '1', name: file.name, size: file.bytes.byteLength } };
    }
    if (file.isForbidden === true) {
      throw new ApiError({ status: 403, code: 'access_denied_insufficient_permissions', message: 'You may not.' });
    }
    return contentOf(file.bytes, headers['range']);
  };
  const api = { call } as unknown as ApiClient;
  return { api, asked };
}

type LooseCall = {
  readonly params?: { readonly file_id?: string; readonly user_id?: string };
  readonly headers?: Record<string, string>;
};

function contentOf(bytes: Uint8Array, range: string | undefined) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === undefined) {
    return { status: 200, headers: { 'content-length': String(bytes.byteLength) }, body: inPieces(bytes) };
  }
  const [start, end] = [Number(first), last === '' || last === undefined ? bytes.byteLength - 1 : Number(last)];
  return {
    status: 206,
    headers: {
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${bytes.byteLength}`,
    },
    body: inPieces(bytes.subarray(start, end + 1)),
  };
}

async function* inPieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += 65_536) yield bytes.subarray(start, start + 65_536);
}
