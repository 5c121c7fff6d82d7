import type { ItemId } from '../../../model/ids.ts';
import type { Remote, SmallFile } from '../../../ports/remote/remote.ts';
import type { Changed } from '../../../ports/remote/remote-refusal.ts';
import { patiently } from '../patience.ts';
import { forgetRefused, noteSent } from '../sent.ts';
import type { UploadOutcome, UploadRequest } from '../transfer.ts';
import type { TransferParts, TransferRun } from '../transfer-run.ts';
import { landedAnywhere, landedAs } from './landed-entry.ts';
import type { SourceReader } from './source-reader.ts';

/** A file below the session threshold: read into memory once, hashed, sent in one request. */
export async function uploadSmall(
  parts: TransferParts,
  request: UploadRequest,
  source: SourceReader,
  run: TransferRun,
): Promise<UploadOutcome> {
  const { bytes, giveBack } = await parts.buffers.small.take(source.sizeBytes, run.signal);
  try {
    if ((await source.read({ offset: 0, sizeBytes: source.sizeBytes }, bytes)) === null)
      return { ok: false, reason: 'source_changed' };
    const read = await source.finish(run.signal);
    if (!read) return { ok: false, reason: 'source_changed' };
    const content = { sha1: read.sha1, sizeBytes: source.sizeBytes };
    // `sentBytes` includes the request around the file.
    const sent = (sentBytes: number) => run.progress(Math.min(sentBytes, source.sizeBytes));
    const file = { bytes, sha1: read.sha1, contentModifiedAtMs: request.contentModifiedAtMs, sent };
    noteSent(parts.records, request, content, read.fingerprint);
    let attempts = 0;
    const answer = await patiently(parts, run.signal, async (attempt): Promise<Changed | typeof cancelled> => {
      attempts = attempt;
      if (attempt > 1) await request.beforeAgain?.(run.signal);
      if (attempt > 1 && request.isSettled?.() === true) return cancelled;
      return send(
        {
          ...parts,
          request,
          file,
          attempt,
          met: (item) => noteSent(parts.records, request, content, read.fingerprint, item),
        },
        run.signal,
      );
    });
    if (!answer.ok && answer.reason === 'cancelled') return answer;
    if (!answer.ok && attempts === 1 && !isPerhapsOwn(answer)) forgetRefused(parts.records, request, content);
    if (!answer.ok) return answer.reason === 'refused' && answer.code === 'digest_mismatch' ? corrupt : answer;
    run.progress(source.sizeBytes);
    return { ok: true, entry: answer.entry, content, fingerprint: read.fingerprint };
  } finally {
    giveBack();
  }
}

const cancelled = { ok: false, reason: 'cancelled' } as const;
const corrupt = { ok: false, reason: 'corrupt' } as const;

type Sending = {
  readonly remote: Remote;
  readonly request: UploadRequest;
  readonly file: SmallFile;
  readonly attempt: number;
  /** Records the item that holds the name before it is read, so that a failed read does not lose it. */
  readonly met: (item: ItemId) => void;
};

async function send({ remote, request, file, attempt, met }: Sending, signal: AbortSignal): Promise<Changed> {
  const { destination } = request;
  const content = { sha1: file.sha1, sizeBytes: file.bytes.length };
  if (attempt > 1 && destination.kind === 'version' && destination.ifMatch === null) {
    // Without a precondition the service can't tell a retry from another version: check first.
    const landed = await landedAnywhere(remote, { destination, content }, signal);
    if (landed) return { ok: true, entry: landed };
  }
  const answer = await remote.upload(destination, file, signal);
  if (answer.ok) return answer;
  if (answer.reason === 'refused' && answer.code === 'digest_mismatch') return remote.upload(destination, file, signal);
  // On a retry after a lost answer, the item in the way may be our own upload (edge case 99).
  const inTheWay = itemInTheWay(request, answer);
  if (inTheWay === null) return answer;
  if (destination.kind === 'new') met(inTheWay);
  // Only the step knows whether a file that had the name before the first attempt is ours.
  if (destination.kind === 'new' && attempt === 1) return answer;
  const landed = await landedAs(remote, inTheWay, { destination, content }, signal);
  return landed === null ? answer : { ok: true, entry: landed };
}

/** The item was changed or the name taken. A proxy may have sent the request twice, so at any attempt this may be our own upload. */
const isPerhapsOwn = ({ reason }: Exclude<Changed, { ok: true }>): boolean =>
  reason === 'changed' || reason === 'taken';

function itemInTheWay(
  { destination, isOfOther }: UploadRequest,
  answer: Exclude<Changed, { ok: true }>,
): ItemId | null {
  if (answer.reason === 'taken' && destination.kind === 'new') {
    const { existing, existingKind } = answer;
    const isFile = existingKind !== 'folder' && existingKind !== 'web_link';
    return existing !== null && isFile && isOfOther?.(existing) !== true ? existing : null;
  }
  return answer.reason === 'changed' && destination.kind === 'version' ? destination.itemId : null;
}
