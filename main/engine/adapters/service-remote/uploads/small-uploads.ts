import { uploadFiles } from '../../../../../contract/operations/items/files.ts';
import type { UploadedBatch } from '../../../../../contract/resources/items/upload-batch.ts';
import { type BatchLimits, parseBatchLimits } from '../../../../../contract/rules/batch-limits.ts';
import type { ApiClient } from '../../../../api/api-client.ts';
import { ApiError } from '../../../../api/api-error.ts';
import { wordsOf } from '../../../../api/requests/answer-form.ts';
import { KnownBytes } from '../../../../api/transport/known-bytes.ts';
import type { Destination } from '../../../model/transfer/transfer-records.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type Remote, RemoteError, type SmallFile } from '../../../ports/remote/remote.ts';
import type { Changed } from '../../../ports/remote/remote-refusal.ts';
import { createAdaptiveWidth } from '../adaptive-width.ts';
import { ENTRY_FIELDS } from '../entry-form.ts';
import { uploadFile, uploadVersion } from '../entry-operations.ts';
import { createGatherer } from '../gather.ts';
import { refusalOf, refusedAsWhole, remoteError } from '../refusal.ts';
import { remoteEntry } from '../remote-entry.ts';
import { attributeDates, uploadedEntry } from './uploaded-entry.ts';

const query = { fields: ENTRY_FIELDS };

/** A new small file waiting to be sent in a batch. */
type BatchedUpload = {
  readonly destination: Extract<Destination, { kind: 'new' }>;
  readonly file: SmallFile;
};

/** A file larger than this share of a batch is sent alone: batching would not speed it up. */
const LARGEST_SHARE = 1 / 16;

/**
 * Uploads of whole files. If the service supports batches (`svc-upload-batch` in the answer to a single upload), new small files
 * that wait at the same time share one request, with one result each. Otherwise they go one by one, as many in parallel as
 * throughput rewards.
 */
export function smallUploads(client: ApiClient, clock: Clock): Remote['upload'] {
  let limits: BatchLimits | null = null;
  let isWithoutBatches = false;
  const width = createAdaptiveWidth(clock);
  const send = async (batch: readonly BatchedUpload[], signal: AbortSignal) => {
    const results = await sendBatch(client, batch, signal);
    // A gateway lets no request of this size or to this address through, or a former version of the service has come back.
    if (results === 'no batches') isWithoutBatches = true;
    return typeof results === 'string' ? batch.map(() => null) : results;
  };
  const gatherer = createGatherer<BatchedUpload, Changed | null>(
    { send, sizeOf: ({ file }) => file.bytes.length },
    clock,
  );
  const withOthers = (destination: Destination, file: SmallFile, signal: AbortSignal | undefined) => {
    if (isWithoutBatches || limits === null || destination.kind !== 'new') return null;
    if (file.bytes.length > limits.bytes * LARGEST_SHARE) return null;
    const known = limits;
    return () => gatherer.add({ destination, file }, known, signal);
  };
  const room = createRoomNote();
  const refusedFor = (place: number, { bytes }: SmallFile): Sent | null => {
    const changed = room.refusalFor(place, bytes.length);
    return changed === null ? null : { changed, limits: null };
  };
  const noted = (sent: Sent, file: SmallFile): Changed => {
    limits = sent.limits ?? limits;
    room.note(sent.changed, file.bytes.length);
    return sent.changed;
  };
  const alone = async (place: number, ...[destination, file, signal]: Asked): Promise<Changed> => {
    const send = async () => refusedFor(place, file) ?? sendOne(client, destination, file, signal);
    return noted(await width.run(send, signal), file);
  };
  const aloneUnlessBatched = async (place: number, ...asked: Asked): Promise<Changed | null> => {
    const [destination, file, signal] = asked;
    // While this upload queues, another answer may announce batch support: then join a batch instead.
    const send = async () =>
      refusedFor(place, file) ?? withOthers(...asked) ?? sendOne(client, destination, file, signal);
    const sent = await width.run(send, signal);
    return typeof sent === 'function' ? sent() : noted(sent, file);
  };
  return async (...asked) => {
    const place = room.join();
    const gathered = withOthers(...asked);
    const changed = await (gathered === null ? aloneUnlessBatched(place, ...asked) : gathered());
    return changed ?? alone(place, ...asked);
  };
}

type Asked = Parameters<Remote['upload']>;

/**
 * After the service reports a full quota, uploads already queued fail with that answer without a request, unless they are much
 * smaller: hundreds may be queued (edge case 107). Later uploads are tried.
 */
function createRoomNote() {
  let joined = 0;
  let refusal: { readonly upTo: number; readonly bytes: number; readonly changed: Changed } | null = null;
  return {
    join: (): number => {
      joined += 1;
      return joined;
    },
    refusalFor: (place: number, bytes: number): Changed | null =>
      refusal !== null && place <= refusal.upTo && bytes * 2 > refusal.bytes ? refusal.changed : null,
    note: (changed: Changed, bytes: number): void => {
      // A refusal that we produced here is no new information.
      if (changed.ok || changed === refusal?.changed) return;
      if (changed.reason !== 'refused' || changed.code !== 'quota_full') return;
      refusal = { upTo: joined, bytes: Math.min(bytes, refusal?.bytes ?? bytes), changed };
    },
  };
}

type Sent = { readonly changed: Changed; readonly limits: BatchLimits | null };

async function sendOne(
  client: ApiClient,
  destination: Destination,
  file: SmallFile,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const content = new KnownBytes(file.bytes);
  const attributes = { name: destination.name, ...attributeDates(client, file.contentModifiedAtMs) };
  const headers = { 'content-md5': file.sha1 };
  try {
    if (destination.kind === 'new') {
      const form = { attributes: { ...attributes, parent: { id: destination.parentId } }, content };
      const answer = await client.call(uploadFile, { query, headers, body: form }, { signal, sent: file.sent });
      const limits = parseBatchLimits(answer.headers['svc-upload-batch']);
      return { changed: { ok: true, entry: uploadedEntry(answer.body) }, limits };
    }
    const { body } = await client.call(
      uploadVersion,
      {
        params: { file_id: destination.itemId },
        query,
        headers: { ...headers, ...(destination.ifMatch !== null && { 'if-match': destination.ifMatch }) },
        body: { attributes, content },
      },
      { signal, sent: file.sent },
    );
    return { changed: { ok: true, entry: uploadedEntry(body) }, limits: null };
  } catch (error) {
    return { changed: refusalOf(error), limits: null };
  }
}

async function sendBatch(
  client: ApiClient,
  batch: readonly BatchedUpload[],
  signal: AbortSignal,
): Promise<readonly (Changed | RemoteError)[] | 'alone' | 'no batches'> {
  const entries = batch.map(({ destination, file }) => ({
    name: destination.name,
    parent: { id: destination.parentId },
    size: file.bytes.length,
    sha1: file.sha1,
    ...attributeDates(client, file.contentModifiedAtMs),
  }));
  const content = new KnownBytes(Buffer.concat(batch.map(({ file }) => file.bytes)));
  try {
    const { body } = await client.call(uploadFiles, { query, body: { attributes: { entries }, content } }, { signal });
    if (body.entries.length !== batch.length) {
      throw new RemoteError('unexpected', `The service answered ${body.entries.length} of ${batch.length} uploads.`);
    }
    return body.entries.map(resultOf);
  } catch (error) {
    const status = refusedAsWhole(error);
    if (status !== null) return NO_BATCHES.has(status) ? 'no batches' : 'alone';
    // No answer to the request is none to any of its files.
    const refusal = resultOfError(error);
    return batch.map(() => refusal);
  }
}

const NO_BATCHES: ReadonlySet<number> = new Set([404, 405, 413, 414]);

function resultOf({ status, file, error }: UploadedBatch['entries'][number]): Changed | RemoteError {
  try {
    if (file !== undefined) return { ok: true, entry: remoteEntry(file) };
    if (error === undefined) throw new RemoteError('unexpected', 'The service did not say what became of an upload.');
    const { code, context_info, request_id } = error;
    throw new ApiError({
      status,
      code,
      message: wordsOf(error) ?? code,
      contextInfo: context_info ?? null,
      requestId: request_id ?? null,
    });
  } catch (caught) {
    return resultOfError(caught);
  }
}

function resultOfError(error: unknown): Changed | RemoteError {
  try {
    return refusalOf(error);
  } catch (unexpected) {
    if (unexpected instanceof RemoteError) return unexpected;
    throw remoteError(unexpected);
  }
}
