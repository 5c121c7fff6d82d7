import type { Octets } from '../../../../contract/operation.ts';
import { downloadFile } from '../../../../contract/operations/items/files.ts';
import { PREFER_BYTES } from '../../../../contract/operations/parameters.ts';
import { type BatchLimits, parseBatchLimits } from '../../../../contract/rules/batch-limits.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { dropOctets } from '../../../api/requests/drop-octets.ts';
import { retryAfterMs } from '../../../api/requests/retry-after.ts';
import { type Download, RemoteError, type WantedContent } from '../../ports/remote/remote.ts';
import { remoteError } from './refusal.ts';

/** A download, and the limits of a batch if the service announces them. */
export type OpenedDownload = Download & { readonly limits: BatchLimits | null };

/**
 * Opens the content of a file. `Prefer` asks for the bytes themselves (200, 206), which saves one request per file; a service
 * without it returns a pre-authorized URL (302). `Range` goes with either.
 */
export async function openDownload(
  client: ApiClient,
  query: WantedContent,
  signal: AbortSignal | undefined,
): Promise<OpenedDownload> {
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
      return { ...(await opened(raw, raw.headers, query.offset)), limits: null };
    }
    if (answer.status === 202) {
      throw new RemoteError('not_ready', `The bytes of file ${query.file} are not ready yet.`, {
        retryAfterMs: retryAfterMs(answer.headers),
      });
    }
    const limits = parseBatchLimits(answer.headers['svc-download-batch']);
    return { ...(await opened(answer, answer.headers, query.offset)), limits };
  } catch (error) {
    throw remoteError(error);
  }
}

type Headers = { readonly [name in 'content-length' | 'content-range']?: string | undefined };

type Answer = { readonly status: number; readonly body: Octets };

async function opened({ status, body }: Answer, headers: Headers, offset: number): Promise<Download> {
  try {
    const { sizeBytes, skipped } = partOf(status, headers, offset);
    const stream = translated(skip(upTo(body, sizeBytes - offset + skipped), skipped));
    return { content: { sizeBytes }, stream, cancel: () => dropOctets(body) };
  } catch (error) {
    await dropOctets(body);
    throw error;
  }
}

/** Size of the whole content, and the number of bytes before the requested ones. */
function partOf(status: number, headers: Headers, offset: number): { sizeBytes: number; skipped: number } {
  const total = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1];
  if (status === 206 && total !== undefined) {
    const start = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]);
    if (start !== offset) throw new RemoteError('unexpected', 'The service sent another range than was asked for.');
    return { sizeBytes: sizeOf(total), skipped: 0 };
  }
  // A service that ignores `Range` sends everything: skip the bytes already present.
  const length = headers['content-length'];
  // The service always sends a length; an answer without one comes from a proxy in between (edge case 105).
  if (length === undefined) throw new RemoteError('offline', 'Something else than the service answered a download.');
  return { sizeBytes: sizeOf(length), skipped: offset };
}

function sizeOf(text: string): number {
  const bytes = Number(text);
  if (Number.isSafeInteger(bytes) && bytes >= 0) return bytes;
  throw new RemoteError('unexpected', `The service says that a file has ${text.slice(0, 40)} bytes.`);
}

/** A stream that continues past its announced end would fill the disk. */
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
