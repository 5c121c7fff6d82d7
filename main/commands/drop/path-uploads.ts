import { randomUUID } from 'node:crypto';
import type { CommandRequest, CommandResult } from '../../../preload/ipc/commands.ts';
import type { FeedMessage } from '../../../preload/ipc/feeds.ts';
import type { ConflictAnswer } from '../../../preload/ipc/shapes/drop.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import { throttle } from '../../engine/ports/throttle.ts';
import { done, refusedAs } from '../results.ts';
import {
  changeFile,
  isPreparing,
  isSettled,
  isWaiting,
  openUpload,
  type PathUpload,
  showAll,
  shownUpload,
} from './path-upload.ts';
import { beginAll, type ChangeFile, type Sending, sendAgain, sendBegun } from './send-paths.ts';

/**
 * Uploads of files and folders that were dropped where the host can read the disk. The host does for them what the page of a browser does for its
 * files: lists them, sends them as a batch, asks about taken names, keeps the state of each and why it failed, and sends a failed one again.
 */
export type PathUploads = {
  readonly start: (request: CommandRequest<'drop.paths'>) => Promise<CommandResult<'drop.paths'>>;
  readonly cancel: (request: CommandRequest<'upload.cancel'>) => CommandResult<'upload.cancel'>;
  readonly resolve: (request: CommandRequest<'upload.resolve'>) => CommandResult<'upload.resolve'>;
  readonly retry: (request: CommandRequest<'upload.retry'>) => CommandResult<'upload.retry'>;
  /** A new listener needs all of them. */
  readonly showAll: () => void;
  /** True while files are read that no batch has announced yet. They are lost if the program ends. */
  readonly isPreparing: () => boolean;
};

export type PathUploadParts = {
  readonly batches: Sending['batches'];
  readonly clock: Pick<Clock, 'sleep'>;
  readonly send: (uploads: FeedMessage<'uploads'>) => void;
};

const QUARTER_SECOND_MS = 250;
/** Most uploads kept with their failed files. The oldest is dropped first. */
const MOST_KEPT = 100;

export function pathUploads(parts: PathUploadParts): PathUploads {
  const { batches } = parts;
  const kept = keptUploads(parts);
  const sending: Sending = { batches, change: kept.change, ask: kept.ask };
  return {
    async start(request) {
      const upload = openUpload(randomUUID(), request);
      kept.add(upload);
      const begun = await beginAll(sending, upload, request);
      if (!begun.ok) {
        // The answer says why.
        kept.remove(upload);
        return begun;
      }
      const { value } = begun;
      if (value !== null) void kept.attempt(upload, () => sendBegun(sending, upload, value));
      return { ok: true, value: { batchId: upload.batchId } };
    },
    cancel({ batchId, fileId }) {
      const upload = kept.get(batchId);
      if (upload === undefined) return unknownUpload;
      if (fileId !== null) {
        batches.cancelFile(upload.announced.get(fileId) ?? '');
        // A file in flight reports its own end.
        if (isWaiting(upload, fileId)) kept.change(upload, fileId, { state: 'cancelled' });
        upload.choice.cancel(fileId);
      } else if (isOver(upload)) kept.remove(upload);
      else kept.cancel(upload);
      return done;
    },
    resolve({ batchId, onConflict }) {
      const upload = kept.get(batchId);
      if (upload === undefined) return unknownUpload;
      upload.choice.make(onConflict);
      return done;
    },
    retry({ batchId, fileId }) {
      const upload = kept.get(batchId);
      const failed = upload === undefined || upload.abort.signal.aborted ? [] : failedFiles(upload, fileId);
      if (upload === undefined || failed.length === 0) return unknownUpload;
      for (const id of failed) kept.change(upload, id, { state: 'waiting', sentBytes: 0, sentence: null });
      void kept.attempt(upload, () => sendAgain(sending, upload, failed));
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
      upload.choice.cancel(null);
      show();
    },
    /** Waits for the person's choice about more files. Null: all of them were cancelled. */
    async ask({ choice }: PathUpload, fileIds: readonly number[]): Promise<ConflictAnswer | null> {
      const chosen = choice.ask(fileIds);
      show();
      const answer = await chosen;
      show();
      return answer;
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

/** Null: all that can be sent again. */
function failedFiles({ files }: PathUpload, fileId: number | null): readonly number[] {
  const failed = files.first('failed', files.counts().failed).filter(({ isReadable }) => isReadable);
  return failed.map(({ id }) => id).filter((id) => fileId === null || id === fileId);
}

const unknownUpload = refusedAs('not_found', { code: 'drop_over', args: {} });
