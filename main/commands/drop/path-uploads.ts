import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import type { CommandOutput, CommandRequest, CommandResult } from '../../../preload/ipc/commands.ts';
import type { FeedMessage } from '../../../preload/ipc/feeds.ts';
import { inTurn, type Words } from '../../../preload/words/message.ts';
import { createReadStream } from '../../disk/disk.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import { throttle } from '../../engine/ports/throttle.ts';
import { done, type Refused, refusedAs } from '../results.ts';
import type { DropOutcome } from './batch.ts';
import type { DropBatches } from './drop-batches.ts';
import {
  changeFile,
  isPreparing,
  isSettled,
  openUpload,
  type PathUpload,
  showAll,
  shownUpload,
} from './path-upload.ts';
import { type PathFile, walkPaths } from './walk-paths.ts';

/**
 * Uploads of files and folders that were dropped where the host can read the disk. The host does for them what the page of a browser does for its
 * files: lists them, sends them as a batch, keeps the state of each and why it failed, and sends a failed one again.
 */
export type PathUploads = {
  readonly start: (request: CommandRequest<'drop.paths'>) => Promise<CommandResult<'drop.paths'>>;
  readonly cancel: (request: CommandRequest<'upload.cancel'>) => CommandResult<'upload.cancel'>;
  readonly retry: (request: CommandRequest<'upload.retry'>) => CommandResult<'upload.retry'>;
  /** A new listener needs all of them. */
  readonly showAll: () => void;
  /** True while files are read that no batch has announced yet. They are lost if the program ends. */
  readonly isPreparing: () => boolean;
};

export type PathUploadParts = {
  readonly batches: Pick<DropBatches, 'begin' | 'cancel' | 'cancelFile' | 'receive'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly send: (uploads: FeedMessage<'uploads'>) => void;
};

/** Files read at the same time, and the size of each read: enough to saturate a disk. */
const FILES_AT_ONCE = 4;
const PIECE_BYTES = 1024 * 1024;
const QUARTER_SECOND_MS = 250;
/** Most uploads kept with their failed files. The oldest is dropped first. */
const MOST_KEPT = 100;

export function pathUploads(parts: PathUploadParts): PathUploads {
  const { batches } = parts;
  const kept = keptUploads(parts);
  const sending: Sending = { batches, change: kept.change };
  return {
    async start(request) {
      const upload = openUpload(randomUUID(), request);
      kept.add(upload);
      const begun = await beginAll(batches, upload, request.paths);
      if (!begun.ok) {
        // The answer says why.
        kept.remove(upload);
        return begun;
      }
      const { value } = begun;
      if (value !== null) void kept.attempt(upload, () => sendAll(sending, upload, value));
      return { ok: true, value: { batchId: upload.batchId } };
    },
    cancel({ batchId, fileId }) {
      const upload = kept.get(batchId);
      if (upload === undefined) return unknownUpload;
      if (fileId !== null) {
        batches.cancelFile(upload.announced.get(fileId) ?? '');
        // A file in flight reports its own end.
        if (isWaiting(upload, fileId)) kept.change(upload, fileId, { state: 'cancelled' });
      } else if (isOver(upload)) kept.remove(upload);
      else kept.cancel(upload);
      return done;
    },
    retry({ batchId, fileId }) {
      const upload = kept.get(batchId);
      const isFailed = upload?.files.get(fileId)?.state === 'failed';
      if (upload === undefined || !isFailed || upload.abort.signal.aborted) return unknownUpload;
      kept.change(upload, fileId, { state: 'waiting', sentBytes: 0, sentence: null });
      void kept.attempt(upload, () => sendAgain(sending, upload, fileId));
      return done;
    },
    showAll: kept.showAll,
    isPreparing: kept.isPreparing,
  };
}

/** The uploads that are not over, and those with failed files. Each change is sent to the windows. */
function keptUploads({ clock, send }: Pick<PathUploadParts, 'clock' | 'send'>) {
  const uploads = new Map<string, PathUpload>();
  const show = throttle(clock, QUARTER_SECOND_MS, () => {
    send([...uploads.values()].map(shownUpload));
    for (const upload of uploads.values()) {
      if (upload.changed.size > 0) show();
      if (isSettled(upload)) uploads.delete(upload.batchId);
    }
  });
  return {
    get: (batchId: string): PathUpload | undefined => uploads.get(batchId),
    add(upload: PathUpload): void {
      uploads.set(upload.batchId, upload);
      const [oldest] = uploads.size > MOST_KEPT ? [...uploads.values()].filter(isOver) : [];
      if (oldest !== undefined) uploads.delete(oldest.batchId);
      show();
    },
    remove({ batchId }: PathUpload): void {
      uploads.delete(batchId);
      show();
    },
    cancel(upload: PathUpload): void {
      upload.state = 'cancelled';
      upload.abort.abort();
      show();
    },
    change(upload: PathUpload, id: number, next: Parameters<ChangeFile>[2]): void {
      changeFile(upload, id, next);
      show();
    },
    /** The upload is done when no attempt is left. */
    async attempt(upload: PathUpload, work: () => Promise<void>): Promise<void> {
      if (!upload.abort.signal.aborted) upload.state = 'sending';
      upload.attempts += 1;
      await work();
      upload.attempts -= 1;
      if (upload.attempts === 0 && upload.state === 'sending') upload.state = 'done';
      show();
    },
    showAll(): void {
      for (const upload of uploads.values()) showAll(upload);
      show();
    },
    isPreparing: (): boolean => [...uploads.values()].some(isPreparing),
  };
}

const isOver = ({ state }: PathUpload): boolean => state === 'done' || state === 'cancelled';

const unknownUpload = refusedAs('not_found', { code: 'drop_over', args: {} });

type ChangeFile = typeof changeFile;
type Sending = { readonly batches: PathUploadParts['batches']; readonly change: ChangeFile };
type Begun = CommandOutput<'drop.begin'>;

/** Lists and announces the files. Null: cancelled meanwhile. */
async function beginAll(
  batches: PathUploadParts['batches'],
  upload: PathUpload,
  paths: readonly string[],
): Promise<{ readonly ok: true; readonly value: Begun | null } | Refused> {
  const { signal } = upload.abort;
  const walked = await walkPaths(paths, signal);
  if (signal.aborted) return { ok: true, value: null };
  if (!walked.ok) return walked;
  const begun = await batches.begin(announcing(upload, walked.files));
  if (!begun.ok) return signal.aborted ? { ok: true, value: null } : begun;
  for (const [id, file] of walked.files.entries()) {
    const { relativePath: path, sizeBytes } = file;
    upload.sources.set(id, file);
    upload.files.set({ id, path, sizeBytes, sentBytes: 0, state: 'waiting', sentence: null, isReadable: true });
    upload.changed.add(id);
  }
  return begun;
}

function announcing({ destination, onConflict }: PathUpload, files: readonly PathFile[]): CommandRequest<'drop.begin'> {
  const announced = files.map(({ relativePath, sizeBytes, modifiedAtMs }) => ({
    relativePath,
    sizeBytes,
    modifiedAtMs,
  }));
  return { folderId: destination.folderId, onConflict, files: announced };
}

/** `fileId`: the only file of this batch; omitted: all files in their order. Leaves no batch open: a cancel may come while one begins. */
async function sendAll(
  sending: Sending,
  upload: PathUpload,
  { batchId, files }: Begun,
  fileId?: number,
): Promise<void> {
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
  for (const [index, { id }] of files.entries()) {
    upload.announced.set(fileId ?? index, id);
    void queue.add(() => sendOne(sending, upload, fileId ?? index));
  }
  await queue.onIdle();
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

/** Its name may have been taken by the first attempt, so the new one never replaces another file. It may have changed since. */
async function sendAgain(sending: Sending, upload: PathUpload, fileId: number): Promise<void> {
  const source = upload.sources.get(fileId);
  if (source === undefined) return;
  const isCancelled = (): boolean => upload.abort.signal.aborted || !isWaiting(upload, fileId);
  const fail = (sentence: Words): void => {
    if (!isCancelled()) sending.change(upload, fileId, { state: 'failed', sentence });
  };
  const walked = await walkPaths([source.path], upload.abort.signal);
  if (isCancelled()) return;
  const [found] = walked.ok ? walked.files : [];
  if (found?.path !== source.path) return fail(unreadable(source));
  const file = { ...found, relativePath: source.relativePath };
  upload.sources.set(fileId, file);
  sending.change(upload, fileId, { sizeBytes: file.sizeBytes });
  const begun = await sending.batches.begin({ ...announcing(upload, [file]), onConflict: 'keep-both' });
  if (begun.ok) await sendAll(sending, upload, begun.value, fileId);
  else fail(saysOf(begun));
}

const isWaiting = ({ files }: PathUpload, fileId: number): boolean => files.get(fileId)?.state === 'waiting';

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
