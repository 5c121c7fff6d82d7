import type { Octets } from '../../../../contract/operation.ts';
import { downloadFile } from '../../../../contract/operations/files.ts';
import { PREFER_BYTES } from '../../../../contract/operations/parameters.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import type { ItemId, VersionId } from '../../model/ids.ts';
import { type Download, RemoteError } from '../../ports/remote.ts';
import { remoteError } from './refusal.ts';

/** What is asked for: the bytes of one version from `offset` on. */
export type DownloadQuery = { readonly file: ItemId; readonly offset: number; readonly version: VersionId | null };

/**
 * Opens the bytes of a file. The bytes themselves are asked for (200, 206), which saves a request a file; a service that
 * does not know that wish answers with an address that carries its own permission (302). `Range` goes along to either
 * (service-decisions.md 4.2).
 */
export async function openDownload(
  client: ApiClient,
  query: DownloadQuery,
  signal: AbortSignal | undefined,
): Promise<Download> {
  const range = query.offset > 0 ? { range: `bytes=${query.offset}-` } : {};
  try {
    const answer = await client.call(
      downloadFile,
      {
        params: { file_id: query.file },
        query: query.version === null ? {} : { version: query.version },
        headers: { ...range, prefer: PREFER_BYTES },
      },
      { signal },
    );
    if (answer.status === 302) {
      const raw = await client.follow(answer.headers.location, { signal, headers: range });
      return opened(raw, raw.headers, query.offset);
    }
    if (answer.status === 202) {
      const retryAfterMs = Number(answer.headers['retry-after']) * 1000;
      throw new RemoteError('unavailable', `The bytes of file ${query.file} are not ready yet.`, { retryAfterMs });
    }
    return opened({ status: answer.status, body: answer.body }, answer.headers, query.offset);
  } catch (error) {
    throw remoteError(error);
  }
}

type Headers = { readonly [name in 'content-length' | 'content-range']?: string | undefined };

function opened(answer: { status: number; body: Octets }, headers: Headers, offset: number): Download {
  const total = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1];
  if (answer.status === 206 && total !== undefined) {
    const start = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]);
    if (start !== offset) throw new RemoteError('unexpected', 'The service sent another range than was asked for.');
    return { content: { sizeBytes: sizeOf(total) }, stream: translated(upTo(answer.body, sizeOf(total) - offset)) };
  }
  // A service that passes over `Range` sends all: the bytes that are there already are skipped.
  const length = headers['content-length'];
  // The service always says how long a file is; who does not is somebody in between (edge case 105).
  if (length === undefined) throw new RemoteError('offline', 'Something else than the service answered a download.');
  return {
    content: { sizeBytes: sizeOf(length) },
    stream: translated(skip(upTo(answer.body, sizeOf(length)), offset)),
  };
}

function sizeOf(text: string): number {
  const bytes = Number(text);
  if (Number.isSafeInteger(bytes) && bytes >= 0) return bytes;
  throw new RemoteError('unexpected', `The service says that a file has ${text.slice(0, 40)} bytes.`);
}

/** A stream that goes on behind its announced end would fill the disk. */
async function* upTo(stream: Octets, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of stream) {
    left -= chunk.length;
    if (left < 0) throw new RemoteError('unexpected', 'The service sent more bytes of a file than it announced.');
    yield chunk;
  }
}

async function* skip(stream: Octets, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of stream) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function* translated(stream: Octets): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw remoteError(error);
  }
}
