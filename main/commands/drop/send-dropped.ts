import { nameKey } from '../../engine/model/names/name-key.ts';
import type { Batch, DropOutcome, DroppedFile } from './batch.ts';
import type { OpenFolder } from './drop-folders.ts';
import type { DropRefusal, DropUploads } from './drop-ports.ts';
import { freeName } from './free-name.ts';

/**
 * Sends one announced file from its first byte to its place on the service. Normal sync then downloads it like any remote change. Its final `state`
 * records the result.
 */
export async function sendDropped(
  uploads: DropUploads,
  batch: Batch,
  file: DroppedFile,
  bytes: AsyncIterable<Uint8Array>,
  pageGone: AbortSignal,
): Promise<DropOutcome> {
  file.state = 'sending';
  const signal = AbortSignal.any([pageGone, batch.abort.signal]);
  try {
    const outcome = await place(uploads, batch, file, bytes, signal);
    file.state = outcome.ok ? 'sent' : stateOfLoss(batch, pageGone);
    return outcome;
  } catch (cause) {
    file.state = stateOfLoss(batch, pageGone);
    // The transfer queue rejects with errors that explain the failure: offline, signed out, rate limited.
    return failed(file, signal.aborted ? 'cancelled' : 'failed', cause instanceof Error ? cause.message : '');
  }
}

/** A cancelled batch is over; a reloaded page can have the file dropped again. */
const stateOfLoss = (batch: Batch, pageGone: AbortSignal): 'lost' | 'failed' =>
  pageGone.aborted && !batch.abort.signal.aborted ? 'lost' : 'failed';

type Folder = Extract<OpenFolder, { ok: true }>;

async function place(
  uploads: DropUploads,
  batch: Batch,
  file: DroppedFile,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<DropOutcome> {
  const folder = await batch.folders.open(file.segments.slice(0, -1));
  if (!folder.ok) return failed(file, 'failed', folder.message);
  const destination = destinationOf(batch, file, folder);
  if (destination === null) {
    return failed(
      file,
      'name_taken',
      `“${nameOf(file)}” already exists there. Choose whether to replace it or keep both.`,
    );
  }
  const uploaded = await uploads.upload({
    source: { kind: 'stream', sizeBytes: file.sizeBytes, open: () => bytes },
    destination,
    contentModifiedAtMs: file.modifiedAtMs,
    label: file.segments.join('/'),
    key: null,
    signal,
  });
  return uploaded.ok ? { ok: true } : failed(file, uploaded.reason, messageOf(uploaded, nameOf(file)));
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

function messageOf(refusal: DropRefusal, name: string): string {
  if (refusal.message !== undefined) return refusal.message;
  switch (refusal.reason) {
    case 'taken':
      return `“${name}” is already there.`;
    case 'gone':
      return 'The folder no longer exists on the service.';
    case 'cancelled':
      return `“${name}” was cancelled.`;
    case 'corrupt':
      return `“${name}” did not arrive as it was sent.`;
    default:
      return `“${name}” could not be uploaded.`;
  }
}

function failed(file: DroppedFile, code: string, message: string): DropOutcome {
  return {
    ok: false,
    error: {
      code,
      message: message === '' ? `“${nameOf(file)}” could not be uploaded.` : message,
      remedy: 'Drop it again.',
    },
  };
}
