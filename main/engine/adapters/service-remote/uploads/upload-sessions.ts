import {
  abortUploadSession,
  createUploadSession,
  createVersionUploadSession,
  getUploadSession,
  listParts,
  uploadPart,
} from '../../../../../contract/operations/items/upload-sessions.ts';
import type {
  SessionEndpoints,
  UploadPart,
  UploadSession as WireSession,
} from '../../../../../contract/resources/items/upload-session.ts';
import { formatContentRange } from '../../../../../contract/rules/content-range.ts';
import { formatDigest } from '../../../../../contract/rules/digest.ts';
import { limits } from '../../../../../contract/rules/limits.ts';
import type { ApiClient } from '../../../../api/api-client.ts';
import { ApiError } from '../../../../api/api-error.ts';
import { readPages } from '../../../../api/read-pages.ts';
import { retryAfterMs } from '../../../../api/requests/retry-after.ts';
import { KnownBytes } from '../../../../api/transport/known-bytes.ts';
import { sha1 } from '../../../model/ids.ts';
import type { Destination } from '../../../model/transfer/transfer-records.ts';
import {
  type Committed,
  type PartBytes,
  type PartUploaded,
  type Remote,
  RemoteError,
  type SessionCommit,
  type SessionCreated,
  type UploadedPart,
  type UploadSession,
} from '../../../ports/remote/remote.ts';
import { ENTRY_FIELDS } from '../entry-form.ts';
import { commitUploadSession } from '../entry-operations.ts';
import { isNotThere, refusalOf, remoteError } from '../refusal.ts';
import { PAGE_LIMIT } from '../remote-entry.ts';
import { attributeDates, uploadedEntry } from './uploaded-entry.ts';

type Sessions = Pick<Remote, 'createSession' | 'session' | 'parts' | 'uploadPart' | 'commit' | 'abort'>;

/** Used when a 202 has no usable Retry-After. */
const ASSEMBLY_POLL_MS = 2_000;

/**
 * Upload sessions. An answer about a session may contain the absolute URLs of its operations. They are remembered for the session's
 * lifetime and used if trusted; otherwise the paths below `{upload_url}` apply.
 */
export function uploadSessions(client: ApiClient): Sessions {
  const line: SessionLine = { client, endpoints: new Map() };
  return {
    createSession: (destination, sizeBytes, signal) => createSession(line, destination, sizeBytes, signal),
    session: (id, signal) => readSession(line, id, signal),
    parts: (id, signal) => listAllParts(line, id, signal),
    uploadPart: (id, part, signal) => sendPart(line, id, part, signal),
    commit: (id, commit, signal) => commitSession(line, id, commit, signal),
    abort: (id, signal) => abortSession(line, id, signal),
  };
}

type SessionLine = { readonly client: ApiClient; readonly endpoints: Map<string, WireSession['session_endpoints']> };
type Signal = AbortSignal | undefined;

function remember({ endpoints }: SessionLine, session: WireSession): UploadSession {
  endpoints.set(session.id, session.session_endpoints);
  return { id: session.id, partSizeBytes: session.part_size, totalParts: session.total_parts };
}

function options({ endpoints }: SessionLine, id: string, name: keyof SessionEndpoints, signal: Signal) {
  return { signal, url: endpoints.get(id)?.[name] };
}

async function createSession(
  line: SessionLine,
  destination: Destination,
  sizeBytes: number,
  signal: Signal,
): Promise<SessionCreated> {
  const { client } = line;
  try {
    const { body } = await (destination.kind === 'new'
      ? client.call(
          createUploadSession,
          { body: { folder_id: destination.parentId, file_name: destination.name, file_size: sizeBytes } },
          { signal },
        )
      : client.call(
          createVersionUploadSession,
          { params: { file_id: destination.itemId }, body: { file_name: destination.name, file_size: sizeBytes } },
          { signal },
        ));
    return { ok: true, session: remember(line, body) };
  } catch (error) {
    return refusalOf(error);
  }
}

async function readSession(line: SessionLine, id: string, signal: Signal): Promise<UploadSession | null> {
  try {
    const request = { params: { session_id: id } };
    const { body } = await line.client.call(getUploadSession, request, options(line, id, 'status', signal));
    return remember(line, body);
  } catch (error) {
    if (isGone(line, id, error)) return null;
    throw remoteError(error);
  }
}

async function sendPart(line: SessionLine, id: string, part: PartBytes, signal: Signal): Promise<PartUploaded> {
  const end = part.offset + part.bytes.length - 1;
  const headers = {
    digest: formatDigest(part.sha1),
    'content-range': formatContentRange({ start: part.offset, end, total: part.totalBytes }),
  };
  const request = { params: { session_id: id }, headers, body: new KnownBytes(part.bytes) };
  try {
    const callOptions = { ...options(line, id, 'upload_part', signal), sent: part.sent };
    const { body } = await line.client.call(uploadPart, request, callOptions);
    return { ok: true, part: uploadedPart(body.part) };
  } catch (error) {
    const stored = error instanceof ApiError ? error.contextInfo?.conflicting_part : undefined;
    if (stored) return { ok: false, reason: 'stored', part: uploadedPart(stored) };
    if (isGone(line, id, error)) return { ok: false, reason: 'session_gone' };
    const refusal = isFull(error) ? refusalOf(error) : null;
    if (refusal?.reason === 'refused') return refusal;
    throw partError(error);
  }
}

async function commitSession(line: SessionLine, id: string, commit: SessionCommit, signal: Signal): Promise<Committed> {
  try {
    const to = options(line, id, 'commit', signal);
    const answer = await line.client.call(commitUploadSession, commitRequest(line.client, id, commit), to);
    if (answer.status === 201) {
      line.endpoints.delete(id);
      return { ok: true, entry: uploadedEntry(answer.body) };
    }
    if (answer.status === 304) return { ok: false, reason: 'changed' };
    const askedMs = retryAfterMs(answer.headers);
    return { ok: false, reason: 'assembling', retryAfterMs: askedMs || ASSEMBLY_POLL_MS };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'parts_mismatch') return { ok: false, reason: 'parts_mismatch' };
    // 404 `trashed` refers to the target folder; any other 404 refers to the session.
    const isAboutFolder = error instanceof ApiError && error.code === 'trashed';
    return !isAboutFolder && isGone(line, id, error) ? { ok: false, reason: 'session_gone' } : refusalOf(error);
  }
}

function commitRequest(client: ApiClient, id: string, commit: SessionCommit) {
  const parts = commit.parts.map(({ partId, offset, sizeBytes, sha1: digest }) => {
    return { part_id: partId, offset, size: sizeBytes, sha1: digest };
  });
  return {
    params: { session_id: id },
    query: { fields: ENTRY_FIELDS },
    headers: { digest: formatDigest(commit.sha1), ...(commit.ifMatch !== null && { 'if-match': commit.ifMatch }) },
    body: { parts, attributes: attributeDates(client, commit.contentModifiedAtMs) },
  };
}

async function abortSession(line: SessionLine, id: string, signal: Signal): Promise<void> {
  try {
    await line.client.call(abortUploadSession, { params: { session_id: id } }, options(line, id, 'abort', signal));
    line.endpoints.delete(id);
  } catch (error) {
    if (!isGone(line, id, error)) throw remoteError(error);
  }
}

async function listAllParts(line: SessionLine, id: string, signal: Signal): Promise<readonly UploadedPart[] | null> {
  try {
    return await readPages({
      what: `parts of upload session ${id}`,
      maxEntries: limits.uploadSessionMaxParts,
      read: async (at) => {
        const request = { params: { session_id: id }, query: { offset: Number(at ?? 0), limit: PAGE_LIMIT } };
        const { body } = await line.client.call(listParts, request, options(line, id, 'list_parts', signal));
        const next = request.query.offset + body.limit;
        return { entries: body.entries.map(uploadedPart), next: next >= body.total_count ? null : String(next) };
      },
    });
  } catch (error) {
    if (isGone(line, id, error)) return null;
    throw remoteError(error);
  }
}

/** Expired, aborted, broken or unknown (410 and 404). Its URLs are of no more use. */
function isGone({ endpoints }: SessionLine, id: string, error: unknown): boolean {
  const isIt = isNotThere(error) || (error instanceof ApiError && error.status === 410);
  if (isIt) endpoints.delete(id);
  return isIt;
}

const isFull = (error: unknown): boolean => error instanceof ApiError && error.code === 'storage_limit_exceeded';

/** A part damaged in transit (digest mismatch) is worth a retry: the file is not at fault. */
function partError(error: unknown): unknown {
  const isDamaged = error instanceof ApiError && (error.status === 412 || error.code === 'bad_digest');
  return isDamaged ? new RemoteError('unavailable', error.says, { cause: error }) : remoteError(error);
}

function uploadedPart(part: UploadPart): UploadedPart {
  return { partId: part.part_id, offset: part.offset, sizeBytes: part.size, sha1: sha1(part.sha1) };
}
