import { randomUUID } from 'node:crypto';
import type { CommandOutput, CommandRequest, CommandResult } from '../../../preload/ipc/commands.ts';
import { refusedAs } from '../results.ts';
import { type Batch, changeState, countedFiles, type DropOutcome, type DroppedFile, isOver } from './batch.ts';
import { type DropFolders, dropFolders, type Refused } from './drop-folders.ts';
import type { DropRemote, DropUploads } from './drop-ports.ts';
import { arrivedAgain, leftBehind } from './left-behind.ts';
import { sendDropped } from './send-dropped.ts';
import { wordsOf } from './words-of.ts';

/**
 * Files that were dropped on a window and have no local path. The page announces them in a batch, then sends them one by one, each streamed to the
 * service. Batches are kept in memory only because the page holds the bytes: a reloaded page learns which of its files have not arrived.
 */
export type DropBatches = {
  readonly begin: (request: CommandRequest<'drop.begin'>) => Promise<CommandResult<'drop.begin'>>;
  readonly resolve: (request: CommandRequest<'drop.resolve'>) => Promise<CommandResult<'drop.resolve'>>;
  readonly cancel: (request: CommandRequest<'drop.cancel'>) => Promise<CommandResult<'drop.cancel'>>;
  /** Cancels one announced file; the others of its batch continue. */
  readonly cancelFile: (id: string) => void;
  readonly left: (request: CommandRequest<'drop.left'>) => Promise<CommandResult<'drop.left'>>;
  readonly receive: (id: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) => Promise<DropOutcome>;
  /** The number of files that are still to arrive. They are lost if the program ends. */
  readonly underWay: () => number;
};

/** Called once when no file of a batch is left to send, unless none was sent and none failed. */
export type DropFinished = (batch: {
  readonly batchId: string;
  readonly folderId: string;
  /** Name of the destination; empty: the account's root folder. */
  readonly folder: string;
  readonly sent: number;
  readonly failed: number;
}) => void;

export type DropDependencies = {
  readonly remote: DropRemote;
  readonly uploads: DropUploads;
  readonly onFinished: DropFinished;
};

/** Most batches kept after their page closed. The oldest is dropped first. */
const MAX_BATCHES = 100;

export function dropBatches(dependencies: DropDependencies): DropBatches {
  const { batches, batchOf, end, finishIfDone } = openBatches(dependencies.onFinished);

  return {
    async begin(request) {
      const path = request.files.find(({ relativePath }) => !isPlainPath(relativePath))?.relativePath;
      if (path !== undefined) return refusedAs('bad_path', { code: 'drop_path_bad', args: { path } });
      const opened = await openBatch(dependencies.remote, request);
      if (!opened.ok) return refusedAs('not_reachable', opened.says);
      const { batch } = opened;
      batches.set(batch.id, batch);
      for (const oldest of batches.values()) if (batches.size > MAX_BATCHES) end(oldest);
      // Without files, or if it skips all of them.
      finishIfDone(batch);
      return { ok: true, value: begun(batch) };
    },
    async resolve({ batchId, onConflict }) {
      const batch = batches.get(batchId);
      if (batch === undefined) return unknownBatch;
      batch.onConflict = onConflict;
      if (onConflict === 'skip') {
        for (const file of batch.files.values())
          if (file.conflict && file.state === 'announced') changeState(batch, file, 'skipped');
        finishIfDone(batch);
      }
      return { ok: true, value: {} };
    },
    async cancel({ batchId }) {
      const batch = batches.get(batchId);
      if (batch === undefined) return unknownBatch;
      end(batch);
      return { ok: true, value: {} };
    },
    cancelFile(id) {
      const batch = batchOf(id);
      const file = batch?.files.get(id);
      if (batch === undefined || file === undefined) return;
      batch.sending.get(id)?.abort.abort();
      if (file.state !== 'announced' && file.state !== 'lost') return;
      changeState(batch, file, 'cancelled');
      finishIfDone(batch);
    },
    left: async ({ batchIds }) => ({ ok: true, value: await leftBehind(batches, batchIds) }),
    underWay: () => [...batches.values()].reduce((sum, batch) => sum + toArrive(batch), 0),
    async receive(id, bytes, signal) {
      const batch = batchOf(id);
      const file = batch?.files.get(id);
      // A copied tab asks what its original left behind, which still sends it.
      const isExpected = file?.state === 'announced' || file?.state === 'lost';
      if (batch === undefined || !isExpected) return unknownFile;
      const abort = new AbortController();
      const sent = sendDropped(dependencies.uploads, { batch, file, bytes, pageGone: signal, cancelled: abort.signal });
      batch.sending.set(id, { abort, outcome: sent });
      const outcome = await sent;
      batch.sending.delete(id);
      finishIfDone(batch);
      if (outcome.ok) for (const earlier of arrivedAgain(batches.values(), batch, file)) finishIfDone(earlier);
      return outcome;
    },
  };
}

const toArrive = ({ files }: Batch): number =>
  [...files.values()].filter(({ state }) => state === 'announced' || state === 'sending').length;

/** The batches that are not over. */
function openBatches(onFinished: DropFinished) {
  const batches = new Map<string, Batch>();
  return {
    batches,
    batchOf: (fileId: string): Batch | undefined => [...batches.values()].find(({ files }) => files.has(fileId)),
    end(batch: Batch): void {
      batches.delete(batch.id);
      batch.abort.abort();
    },
    /** Reports a batch once, and not one that was cancelled. */
    finishIfDone(batch: Batch): void {
      if (!batches.has(batch.id) || !isOver(batch)) return;
      batches.delete(batch.id);
      const { id: batchId, folderId, folderName: folder } = batch;
      const { sent, failed } = batch.counts;
      // Otherwise the person cancelled or skipped every file.
      if (sent + failed > 0) onFinished({ batchId, folderId, folder, sent, failed });
    },
  };
}

function begun({ id: batchId, files }: Batch): CommandOutput<'drop.begin'> {
  const announced = [...files.values()];
  return {
    batchId,
    files: announced.map(({ id, segments, conflict }) => ({ id, relativePath: segments.join('/'), conflict })),
  };
}

async function openBatch(
  remote: DropRemote,
  request: CommandRequest<'drop.begin'>,
): Promise<Refused | { readonly ok: true; readonly batch: Batch }> {
  const abort = new AbortController();
  const folders = dropFolders(remote, request.folderId, abort.signal);
  const destination = await attempt(() => folders.destination());
  if (!destination.ok) return destination;
  const files = await announce(request, folders);
  const { folderId, onConflict } = request;
  const { name: folderName } = destination;
  const about = { id: randomUUID(), folderId, folderName, folders, abort, onConflict };
  return { ok: true, batch: { ...about, ...countedFiles(files), sending: new Map() } };
}

async function announce(request: CommandRequest<'drop.begin'>, folders: DropFolders): Promise<Batch['files']> {
  const files = new Map<string, DroppedFile>();
  for (const { relativePath, sizeBytes, modifiedAtMs } of request.files) {
    const segments = relativePath.split('/');
    const found = await attempt(async () => ({ ok: true as const, isTaken: await folders.isTaken(segments) }));
    const conflict = found.ok && found.isTaken;
    const id = randomUUID();
    const isSkipped = conflict && request.onConflict === 'skip';
    files.set(id, { id, segments, sizeBytes, modifiedAtMs, conflict, state: isSkipped ? 'skipped' : 'announced' });
  }
  return files;
}

/** No empty names, no `..`, no absolute paths. */
function isPlainPath(path: string): boolean {
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

async function attempt<Value>(work: () => Promise<Value>): Promise<Value | Refused> {
  try {
    return await work();
  } catch (cause) {
    // The request to the service failed. Report it, so that the person can drop the files again.
    return { ok: false, says: { code: 'drop_not_started', args: { answer: wordsOf(cause) } } };
  }
}

const unknownBatch = refusedAs('not_found', { code: 'drop_over', args: {} });
const unknownFile = refusedAs('not_found', { code: 'drop_not_announced', args: {} });
