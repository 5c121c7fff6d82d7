import type { Content, Fingerprint } from '../../../model/entry.ts';
import { sameFingerprint } from '../../../model/entry.ts';
import type { Destination, UploadRecord } from '../../../model/transfer/transfer-records.ts';
import { type Committed, RemoteError, type UploadedPart, type UploadSession } from '../../../ports/remote/remote.ts';
import type { Refusal } from '../../../ports/remote/remote-refusal.ts';
import { patiently } from '../patience.ts';
import { noteSent } from '../sent.ts';
import type { UploadOutcome, UploadRequest } from '../transfer.ts';
import type { TransferParts, TransferRun } from '../transfer-run.ts';
import { landedAnywhere } from './landed-entry.ts';
import { matchParts, type PartState, planParts } from './part-plan.ts';
import { sendParts } from './send-parts.ts';
import type { SourceReader } from './source-reader.ts';

/** `again`: the session is useless (expired, spoiled); a new one from the first byte may work. */
export type SessionOutcome =
  | UploadOutcome
  | { readonly ok: false; readonly reason: 'again'; readonly why: 'lost' | 'corrupt' };

type OpenSession = { readonly session: UploadSession; readonly states: readonly PartState[] };

/**
 * One attempt to upload a file through a session: find or open the session, send the missing parts, commit. Commits only if the
 * file stayed unchanged from the first byte to the last.
 */
export async function uploadThroughSession(
  parts: TransferParts,
  request: UploadRequest,
  source: SourceReader,
  run: TransferRun,
): Promise<SessionOutcome> {
  const opened = (await resumeSession(parts, request, source, run)) ?? (await openSession(parts, request, source, run));
  if ('ok' in opened) return opened;
  try {
    const outcome = await sendAndCommit(parts, { request, source, run, opened });
    await endSession(parts, request, opened.session, outcome.ok);
    return outcome;
  } catch (error) {
    // With a key, the session stays for a later call, whatever the error; but for a deleted file there will be none.
    if (request.key === null || request.isSettled?.() === true) await endSession(parts, request, opened.session, false);
    throw error;
  }
}

/** The session left open by an earlier run, with the parts that the service has; null: none usable. */
async function resumeSession(
  { remote, records }: TransferParts,
  request: UploadRequest,
  source: SourceReader,
  run: TransferRun,
): Promise<OpenSession | null> {
  const record = request.key === null ? null : records.upload(request.key);
  if (!record) return null;
  const session = fits(record, request) ? await remote.session(record.sessionId, run.signal) : null;
  const planned = session && planParts(source.sizeBytes, session);
  // The session may expire between the two answers. Without its part list, all parts would be sent again in vain.
  const listed = session && (await remote.parts(record.sessionId, run.signal));
  const states = planned && listed && matchParts(planned, listed);
  if (session && states) return { session, states };
  records.forgetUpload(record.key);
  // Best effort: the service drops it when it expires (edge case 98).
  await remote.abort(record.sessionId, run.signal).catch(() => undefined);
  run.signal.throwIfAborted();
  return null;
}

function fits(record: UploadRecord, { source, destination }: UploadRequest): boolean {
  return (
    source.kind === 'file' &&
    sameFingerprint(record.fingerprint, source.expect) &&
    JSON.stringify(sessionTarget(record.destination)) === JSON.stringify(sessionTarget(destination))
  );
}

/** A session is bound to this when created; `ifMatch` is sent only at commit. */
function sessionTarget(destination: Destination): readonly string[] {
  const { kind, name } = destination;
  return kind === 'new' ? [kind, name, destination.parentId] : [kind, name, destination.itemId];
}

async function openSession(
  parts: TransferParts,
  request: UploadRequest,
  source: SourceReader,
  run: TransferRun,
): Promise<OpenSession | Refusal> {
  const { remote, records } = parts;
  const created = await patiently(parts, run.signal, () =>
    remote.createSession(request.destination, source.sizeBytes, run.signal),
  );
  if (!created.ok) return created;
  request.room?.accepted(source.sizeBytes);
  const { session } = created;
  const planned = planParts(source.sizeBytes, session);
  if (planned === null) {
    await remote.abort(session.id, run.signal).catch(() => undefined);
    const { partSizeBytes, totalParts } = session;
    const split = `${totalParts} parts of ${partSizeBytes} bytes`;
    throw new RemoteError('unexpected', `The service wants a file of ${source.sizeBytes} bytes in ${split}.`);
  }
  if (request.key !== null && request.source.kind === 'file') {
    records.saveUpload({
      key: request.key,
      sessionId: session.id,
      destination: request.destination,
      fingerprint: request.source.expect,
    });
  }
  return { session, states: planned.map((part) => ({ part, held: null })) };
}

type Sending = {
  readonly request: UploadRequest;
  readonly source: SourceReader;
  readonly run: TransferRun;
  readonly opened: OpenSession;
};

async function sendAndCommit(parts: TransferParts, sending: Sending): Promise<SessionOutcome> {
  const { source, run, opened } = sending;
  const sent = await sendParts(parts, { ...opened, source, run });
  if (!sent.ok) return sent;
  const read = await source.finish(run.signal);
  if (!read) return { ok: false, reason: 'source_changed' };
  // Sending parts may have taken long. A file deleted with its folder still reads unchanged but must not be committed (SPEC P85).
  if (sending.request.isSettled?.() === true) return cancelled;
  return commit(parts, sending, {
    content: { sha1: read.sha1, sizeBytes: source.sizeBytes },
    ...read,
    held: sent.parts,
  });
}

type WholeFile = {
  readonly content: Content;
  readonly fingerprint: Fingerprint | null;
  readonly held: readonly UploadedPart[];
};

/** Longer, and other files need the lane. */
const LONGEST_ASSEMBLY_MS = 10 * 60_000;

const PARTS_PAUSE_MS = 2_000;

const stillAssembling = (retryAfterMs: number): RemoteError =>
  new RemoteError('not_ready', { code: 'upload_being_assembled', args: {} }, { retryAfterMs });

const cancelled = { ok: false, reason: 'cancelled' } as const;

/**
 * Commits until there is an answer. A commit can be repeated: a session creates at most one file and returns the same answer
 * again. If the session is gone, or the item or name changed, looks for the result by name and content (edge case 99).
 */
async function commit(
  parts: TransferParts,
  { request, run, opened }: Sending,
  file: WholeFile,
): Promise<SessionOutcome> {
  const { destination, contentModifiedAtMs } = request;
  const { content, fingerprint } = file;
  const ifMatch = destination.kind === 'version' ? destination.ifMatch : null;
  noteSent(parts.records, request, content, fingerprint);
  const order = { sha1: content.sha1, parts: file.held, ifMatch, contentModifiedAtMs };
  const begunMs = parts.clock.nowMs();
  for (;;) {
    const answer = await patiently(parts, run.signal, async (attempt) =>
      // The file is no longer wanted. Whether an earlier attempt made it is settled like any lost answer (SPEC P85).
      attempt > 1 && request.isSettled?.() === true
        ? cancelled
        : parts.remote.commit(opened.session.id, order, run.signal),
    );
    if (answer.ok) return { ok: true, entry: answer.entry, content, fingerprint };
    const waitedMs = parts.clock.nowMs() - begunMs;
    const unaccepted = { session: opened.session, sent: file.held, answer, waitedMs };
    const pauseMs = await assemblyPause(parts.remote, unaccepted, run.signal);
    if (pauseMs !== null && waitedMs + pauseMs <= LONGEST_ASSEMBLY_MS) {
      await parts.clock.sleep(pauseMs, run.signal);
      run.signal.throwIfAborted();
      continue;
    }
    // Never upload again: the service has everything and is assembling it (edge case 100). A later call may ask too.
    if (pauseMs !== null || answer.reason === 'assembling') throw stillAssembling(pauseMs ?? PARTS_PAUSE_MS);
    const mayHaveLanded = answer.reason === 'session_gone' || answer.reason === 'changed' || answer.reason === 'taken';
    const landed = mayHaveLanded ? await landedAnywhere(parts.remote, { destination, content }, run.signal) : null;
    if (landed) return { ok: true, entry: landed, content, fingerprint };
    if (answer.reason === 'session_gone') return { ok: false, reason: 'again', why: 'lost' };
    const isCorrupt =
      answer.reason === 'parts_mismatch' || (answer.reason === 'refused' && answer.code === 'digest_mismatch');
    return isCorrupt ? { ok: false, reason: 'again', why: 'corrupt' } : answer;
  }
}

type Unaccepted = {
  readonly session: UploadSession;
  readonly sent: readonly UploadedPart[];
  readonly answer: Exclude<Committed | typeof cancelled, { readonly ok: true }>;
  /** Since the first commit. */
  readonly waitedMs: number;
};

/** When to commit again what the service has already; null: it won't accept it. */
async function assemblyPause(
  remote: TransferParts['remote'],
  { session, sent, answer, waitedMs }: Unaccepted,
  signal: AbortSignal,
): Promise<number | null> {
  if (answer.reason === 'assembling') return answer.retryAfterMs;
  if (answer.reason !== 'parts_mismatch') return null;
  // Box answers so for a while after the last part, and then accepts the same commit.
  const listed = new Map((await remote.parts(session.id, signal))?.map((part) => [part.partId, part.sha1]));
  return sent.every(({ partId, sha1 }) => listed.get(partId) === sha1) ? Math.max(PARTS_PAUSE_MS, waitedMs / 2) : null;
}

async function endSession(
  { remote, records }: TransferParts,
  request: UploadRequest,
  session: UploadSession,
  isCommitted: boolean,
): Promise<void> {
  if (request.key !== null) records.forgetUpload(request.key);
  if (isCommitted) return;
  // The outcome stands either way: a session that is not aborted expires.
  await remote.abort(session.id).catch(() => undefined);
}
