import type { RefusalMessage } from '../../../preload/words/message.ts';
import { nameKey } from '../../engine/model/names/name-key.ts';
import { refusedAs } from '../results.ts';
import { type Batch, changeState, type DropFileState, type DropOutcome, type DroppedFile, pathOf } from './batch.ts';
import type { OpenFolder } from './drop-folders.ts';
import type { DropRefusal, DropUploads } from './drop-ports.ts';
import { freeName } from './free-name.ts';
import { wordsOf } from './words-of.ts';

type Dropped = {
  readonly batch: Batch;
  readonly file: DroppedFile;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly pageGone: AbortSignal;
  /** The person cancels this file. */
  readonly cancelled: AbortSignal;
};

/**
 * Sends one announced file from its first byte to its place on the service. Normal sync then downloads it like any remote change. Its final `state`
 * records the result.
 */
export async function sendDropped(uploads: DropUploads, dropped: Dropped): Promise<DropOutcome> {
  const { batch, file, pageGone, cancelled } = dropped;
  changeState(batch, file, 'sending');
  const signal = AbortSignal.any([pageGone, cancelled, batch.abort.signal]);
  const outcome = await placed(uploads, dropped, signal);
  changeState(batch, file, outcome.ok ? 'sent' : stateOfLoss(dropped, outcome.error.code));
  return outcome;
}

async function placed(uploads: DropUploads, dropped: Dropped, signal: AbortSignal): Promise<DropOutcome> {
  try {
    return await place(uploads, dropped, signal);
  } catch (cause) {
    // The transfer queue rejects with errors that explain the failure: offline, signed out, rate limited.
    const reason = signal.aborted ? 'cancelled' : 'failed';
    return refusedAs(reason, saysOf({ reason, ...(signal.aborted ? {} : { says: wordsOf(cause) }) }));
  }
}

/** A reloaded page can have a lost file dropped again. A person may also cancel its transfer in the list of transfers, which fires no signal here. */
function stateOfLoss({ batch, pageGone }: Dropped, code: string): DropFileState {
  if (pageGone.aborted && !batch.abort.signal.aborted) return 'lost';
  return code === 'cancelled' ? 'cancelled' : 'failed';
}

type Folder = Extract<OpenFolder, { ok: true }>;

async function place(uploads: DropUploads, { batch, file, bytes }: Dropped, signal: AbortSignal): Promise<DropOutcome> {
  const folder = await batch.folders.open(file.segments.slice(0, -1));
  if (!folder.ok) return refusedAs('failed', folder.says);
  const destination = destinationOf(batch, file, folder);
  if (destination === null) {
    return refusedAs('name_taken', { code: 'drop_name_undecided', args: {} });
  }
  const uploaded = await uploads.upload({
    source: { kind: 'stream', sizeBytes: file.sizeBytes, open: () => bytes },
    destination,
    contentModifiedAtMs: file.modifiedAtMs,
    label: pathOf(file),
    key: null,
    signal,
  });
  return uploaded.ok ? { ok: true } : refusedAs(uploaded.reason, saysOf(uploaded));
}

type Destination = Parameters<DropUploads['upload']>[0]['destination'];

/** Null: the name is taken and the person has not chosen yet. Reserves the name, so that no other file of the batch gets it. */
function destinationOf(batch: Batch, file: DroppedFile, folder: Folder): Destination | null {
  const name = nameOf(file);
  const existing = folder.children.get(nameKey(name));
  if (existing?.kind === 'file' && batch.onConflict === 'new-version') {
    // The existing content becomes an older version on the service, so no data is lost.
    return { kind: 'version', itemId: existing.id, name: existing.name, ifMatch: null };
  }
  if (
    existing !== undefined &&
    existing.kind !== 'held' &&
    batch.onConflict !== 'keep-both' &&
    batch.onConflict !== 'new-version'
  )
    return null;
  const free = freeName(name, (key) => folder.children.has(key));
  folder.children.set(nameKey(free), { kind: 'held' });
  return { kind: 'new', parentId: folder.id, name: free };
}

const nameOf = (file: DroppedFile): string => file.segments.at(-1) ?? '';

/** The words of the service if it gave some. They stand below the name of the file. */
function saysOf({ reason, says = '' }: Omit<DropRefusal, 'ok'>): RefusalMessage {
  if (says !== '') return { code: 'drop_refused', args: { answer: says } };
  switch (reason) {
    case 'taken':
      return { code: 'drop_name_taken', args: {} };
    case 'gone':
      return { code: 'drop_folder_gone', args: {} };
    case 'cancelled':
      return { code: 'drop_cancelled', args: {} };
    case 'corrupt':
      return { code: 'drop_corrupt', args: {} };
    default:
      return { code: 'drop_failed', args: {} };
  }
}
