import PQueue from 'p-queue';
import type { CommandRequest } from '../../../preload/ipc/commands.ts';
import type { ConflictAnswer } from '../../../preload/ipc/shapes/drop.ts';
import { inTurn, type Words } from '../../../preload/words/message.ts';
import { createReadStream } from '../../disk/disk.ts';
import type { Refused } from '../results.ts';
import type { DropOutcome, OnConflict } from './batch.ts';
import type { DropBatches } from './drop-batches.ts';
import { type changeFile, isWaiting, type PathUpload } from './path-upload.ts';
import { type PathFile, walkPaths } from './walk-paths.ts';

export type ChangeFile = typeof changeFile;

/** The batches of dropped files, and the changes of an upload as they are shown. */
export type Sending = {
  readonly batches: Pick<DropBatches, 'begin' | 'resolve' | 'cancel' | 'cancelFile' | 'receive'>;
  readonly change: ChangeFile;
  /** Resolves once the person has chosen what happens to these files, whose names are taken. Null: all of them were cancelled. */
  readonly ask: (upload: PathUpload, fileIds: readonly number[]) => Promise<ConflictAnswer | null>;
};

/** Files read at the same time, and the size of each read: enough to saturate a disk. */
const FILES_AT_ONCE = 4;
const PIECE_BYTES = 1024 * 1024;

type Sent = { readonly id: number; readonly source: PathFile };

/** Files that were announced as one batch. */
type Begun = {
  readonly batchId: string;
  readonly free: readonly number[];
  readonly taken: readonly number[];
  readonly onConflict: OnConflict;
};

type Beginning = { readonly ok: true; readonly value: Begun | null } | Refused;

/** Lists and announces the files. Null: cancelled meanwhile. */
export async function beginAll(
  sending: Sending,
  upload: PathUpload,
  { paths, onConflict }: Pick<CommandRequest<'drop.paths'>, 'paths' | 'onConflict'>,
): Promise<Beginning> {
  const { signal } = upload.abort;
  const walked = await walkPaths(paths, signal);
  if (signal.aborted) return { ok: true, value: null };
  if (!walked.ok) return walked;
  const found = walked.files.map((source, id): Sent => ({ id, source }));
  const begun = await begin(
    sending,
    upload,
    found.filter(({ source }) => source.isReadable),
    onConflict,
  );
  if (!begun.ok || begun.value === null) return begun;
  for (const { id, source } of found) {
    const { relativePath: path, sizeBytes, isReadable } = source;
    const now = isReadable ? waiting : ({ state: 'failed', sentence: unreadable(source) } as const);
    upload.sources.set(id, source);
    upload.files.set({ id, path, sizeBytes, sentBytes: 0, isReadable, ...now });
    upload.changed.add(id);
  }
  return begun;
}

const waiting = { state: 'waiting', sentence: null } as const;

async function begin(
  { batches }: Sending,
  upload: PathUpload,
  sent: readonly Sent[],
  onConflict: OnConflict,
): Promise<Beginning> {
  const { destination, announced } = upload;
  const { signal } = upload.abort;
  const files = sent.map(({ source: { relativePath, sizeBytes, modifiedAtMs } }) => ({
    relativePath,
    sizeBytes,
    modifiedAtMs,
  }));
  const begun = await batches.begin({ folderId: destination.folderId, onConflict, files });
  if (!begun.ok) return signal.aborted ? { ok: true, value: null } : begun;
  const value = { batchId: begun.value.batchId, free: [] as number[], taken: [] as number[], onConflict };
  for (const [index, { id }] of sent.entries()) {
    const { id: inBatch = '', conflict = false } = begun.value.files[index] ?? {};
    announced.set(id, inBatch);
    (conflict ? value.taken : value.free).push(id);
  }
  return { ok: true, value };
}

/** Sends the files of one batch, those with a taken name once the person has chosen. Leaves no batch open: a cancel may come while one begins. */
export async function sendBegun(sending: Sending, upload: PathUpload, begun: Begun): Promise<void> {
  const { batchId, free, taken } = begun;
  const { signal } = upload.abort;
  if (signal.aborted) {
    await sending.batches.cancel({ batchId });
    return;
  }
  const queue = new PQueue({ concurrency: FILES_AT_ONCE });
  signal.addEventListener('abort', () => {
    queue.clear();
    void sending.batches.cancel({ batchId });
  });
  const send = (fileIds: readonly number[]): void => {
    for (const fileId of fileIds) void queue.add(() => sendOne(sending, upload, fileId));
  };
  const isUndecided = (fileId: number): boolean => isWaiting(upload, fileId);
  send([...free, ...taken.filter((fileId) => !isUndecided(fileId))]);
  const undecided = taken.filter(isUndecided);
  if (undecided.length > 0 && (await isWanted(sending, upload, { ...begun, taken: undecided }))) send(undecided);
  await queue.onIdle();
}

/** True if the files with a taken name are to be sent; otherwise each of them says why not. */
async function isWanted(sending: Sending, upload: PathUpload, { batchId, taken, onConflict }: Begun): Promise<boolean> {
  const { batches, change, ask } = sending;
  const chosen = onConflict === 'ask' ? await ask(upload, taken) : onConflict;
  if (chosen === null || upload.abort.signal.aborted) return false;
  const resolved = onConflict === 'ask' ? await batches.resolve({ batchId, onConflict: chosen }) : null;
  const refusal = resolved?.ok === false ? saysOf(resolved) : null;
  if (refusal === null && chosen !== 'skip') return true;
  const next = refusal === null ? ({ state: 'skipped' } as const) : ({ state: 'failed', sentence: refusal } as const);
  for (const fileId of taken) {
    upload.announced.delete(fileId);
    if (isWaiting(upload, fileId)) change(upload, fileId, next);
  }
  return false;
}

async function sendOne({ batches, change }: Sending, upload: PathUpload, fileId: number): Promise<void> {
  const source = upload.sources.get(fileId);
  const announced = upload.announced.get(fileId) ?? '';
  if (source === undefined || !isWaiting(upload, fileId)) return batches.cancelFile(announced);
  change(upload, fileId, { state: 'sending' });
  const bytes = bytesOf(source.path, (sentBytes) => change(upload, fileId, { sentBytes }));
  const outcome = await batches.receive(announced, bytes.read(), never);
  upload.announced.delete(fileId);
  if (outcome.ok) change(upload, fileId, { state: 'sent', sentBytes: source.sizeBytes });
  else if (outcome.error.code === 'cancelled') change(upload, fileId, { state: 'cancelled' });
  else
    change(upload, fileId, { state: 'failed', sentence: bytes.isUnreadable() ? unreadable(source) : saysOf(outcome) });
}

/** Reads failed files again, because they may have changed, and sends them: those that the choice was made for, and the others. */
export async function sendAgain(sending: Sending, upload: PathUpload, fileIds: readonly number[]): Promise<void> {
  const { sources, abort, choice } = upload;
  const isCancelled = (id: number): boolean => abort.signal.aborted || !isWaiting(upload, id);
  const fail = (id: number, sentence: Words): void => {
    if (!isCancelled(id)) sending.change(upload, id, { state: 'failed', sentence });
  };
  const walked = await walkPaths(
    fileIds.map((id) => sources.get(id)?.path ?? ''),
    abort.signal,
  );
  const found = new Map(walked.ok ? walked.files.map((file) => [file.path, file]) : []);
  const sent: Sent[] = [];
  for (const id of fileIds) {
    const source = sources.get(id);
    if (source === undefined || isCancelled(id)) continue;
    const now = found.get(source.path);
    if (now?.isReadable !== true) {
      fail(id, unreadable(source));
      continue;
    }
    const file = { ...now, relativePath: source.relativePath };
    sources.set(id, file);
    sending.change(upload, id, { sizeBytes: file.sizeBytes });
    sent.push({ id, source: file });
  }
  const sendGroup = async ([onConflict, group]: readonly [OnConflict, readonly Sent[]]): Promise<void> => {
    const begun = await begin(sending, upload, group, onConflict);
    if (!begun.ok) for (const { id } of group) fail(id, saysOf(begun));
    else if (begun.value !== null) await sendBegun(sending, upload, begun.value);
  };
  await Promise.all([...Map.groupBy(sent, ({ id }) => choice.of(id))].map(sendGroup));
}

const saysOf = ({ error }: Extract<DropOutcome, { readonly ok: false }>): Words => inTurn(error.message, error.remedy);

const unreadable = ({ path }: PathFile): Words => ({ code: 'drop_unreadable', args: { path } });

/** No page can close: the host reads the disk. */
const never = new AbortController().signal;

/** The bytes of a file. Opens it when it is first read: an unread stream keeps its file open, and its error crashes the process. */
function bytesOf(path: string, onProgress: (sentBytes: number) => void) {
  let hasFailed = false;
  return {
    isUnreadable: () => hasFailed,
    async *read(): AsyncGenerator<Uint8Array> {
      const pieces: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: PIECE_BYTES });
      let sentBytes = 0;
      try {
        for await (const piece of pieces) {
          yield piece;
          sentBytes += piece.length;
          onProgress(sentBytes);
        }
      } catch (cause) {
        hasFailed = true;
        throw cause;
      }
    },
  };
}
