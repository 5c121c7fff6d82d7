import { downloadFiles } from '../../../../contract/operations/items/files.ts';
import type { DownloadedBatch } from '../../../../contract/resources/items/download-batch.ts';
import type { BatchLimits } from '../../../../contract/rules/batch-limits.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { ApiError } from '../../../api/api-error.ts';
import { wordsOf } from '../../../api/requests/answer-form.ts';
import { type Throttle, throttledDownload } from '../../../api/transport/throttle.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Download, type Remote, RemoteError, type WantedContent } from '../../ports/remote/remote.ts';
import { createAdaptiveWidth } from './adaptive-width.ts';
import { openDownload } from './download.ts';
import { createGatherer } from './gather.ts';
import { refusedAsWhole, remoteError } from './refusal.ts';

/** A content larger than this is downloaded alone: batching would not speed it up. */
const LARGEST_BYTES = 64 * 1024;

/** Null: the service sends this file only alone. */
type InBatch = Download | null;

/**
 * Downloads of content. If the service supports batches (`svc-download-batch` in the answer to a single download), small contents
 * that are wanted at the same time share one request, with one result each. Otherwise they come one by one, as many in parallel as
 * throughput rewards.
 */
export function smallDownloads(client: ApiClient, clock: Clock, throttle: Throttle): Remote['download'] {
  let limits: BatchLimits | null = null;
  const width = createAdaptiveWidth(clock);
  const gatherer = createGatherer<WantedContent, InBatch>(
    { send: (batch, signal) => fetchBatch(client, batch, signal), sizeOf: ({ sizeBytes }) => sizeBytes ?? 0 },
    clock,
  );
  const alone = async (wanted: WantedContent, signal: AbortSignal | undefined): Promise<Download> => {
    const opened = await openDownload(client, wanted, signal);
    limits = opened.limits ?? limits;
    return opened;
  };
  const gathered = async (wanted: WantedContent, known: BatchLimits, signal: AbortSignal | undefined) => {
    const received = await gatherer.add(wanted, known, signal);
    if (received === null) return alone(wanted, signal);
    // The client limits bodies of bytes. This content arrived within JSON.
    return { ...received, stream: throttledDownload(throttle, received.stream, signal) };
  };
  return async (wanted, signal) => {
    if (!isSmall(wanted, limits)) return alone(wanted, signal);
    if (limits !== null) return gathered(wanted, limits, signal);
    // While this download queues, another answer may announce batch support: then join a batch instead.
    const received = await width.run(
      async () => (limits === null ? inMemory(await alone(wanted, signal)) : limits),
      signal,
    );
    return 'stream' in received ? received : gathered(wanted, received, signal);
  };
}

const isSmall = ({ offset, sizeBytes }: WantedContent, limits: BatchLimits | null): boolean =>
  offset === 0 && sizeBytes !== null && sizeBytes <= Math.min(LARGEST_BYTES, limits?.bytes ?? LARGEST_BYTES);

/** Reads the stream to its end, so that an unread one does not hold a connection. */
async function inMemory({ content, stream }: Download): Promise<Download> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(Uint8Array.from(chunk));
  return inMemoryOf(content.sizeBytes, chunks);
}

async function fetchBatch(
  client: ApiClient,
  batch: readonly WantedContent[],
  signal: AbortSignal,
): Promise<readonly (InBatch | RemoteError)[]> {
  const files = batch.map(({ file, version }) => (version === null ? file : `${file}:${version}`)).join(',');
  try {
    const { body } = await client.call(downloadFiles, { query: { files } }, { signal });
    if (body.entries.length !== batch.length) {
      throw new RemoteError('unexpected', `The service answered ${body.entries.length} of ${batch.length} downloads.`);
    }
    return body.entries.map(resultOf);
  } catch (error) {
    if (refusedAsWhole(error) !== null) return batch.map(() => null);
    throw remoteError(error);
  }
}

const TOO_LARGE = 413;

function resultOf({ status, content, error }: DownloadedBatch['entries'][number]): InBatch | RemoteError {
  if (status === TOO_LARGE) return null;
  if (error !== undefined) return refusalOfFile(status, error);
  const bytes = content === undefined ? null : Buffer.from(content.base64, 'base64');
  if (content === undefined || bytes === null || bytes.length !== content.size) {
    return new RemoteError('unexpected', 'The service did not say what became of a download.');
  }
  return inMemoryOf(bytes.length, [bytes]);
}

function refusalOfFile(status: number, error: NonNullable<DownloadedBatch['entries'][number]['error']>): RemoteError {
  const { code } = error;
  const refusal = remoteError(new ApiError({ status, code, message: wordsOf(error) ?? code }));
  return refusal instanceof RemoteError ? refusal : new RemoteError('unexpected', code, { cause: refusal });
}

const inMemoryOf = (sizeBytes: number, chunks: readonly Uint8Array[]): Download => ({
  content: { sizeBytes },
  stream: streamOf(chunks),
  cancel: async () => undefined,
});

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) if (chunk.length > 0) yield chunk;
}
