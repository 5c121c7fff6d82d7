import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { PartRecord, UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo } from '../../access/item-access.ts';
import { isUnchanged, requireMatch } from '../../access/preconditions.ts';
import { within } from '../../kernel/work/within.ts';
import { Refusal } from '../../refusal.ts';
import { answerFile } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { type AssemblyRequest, assembleSession } from './assemble-session.ts';
import { requireTarget } from './commit-target.ts';
import { requireSession } from './require-session.ts';

/** Input of a commit. */
export interface CommitSession extends AssemblyRequest {
  readonly sessionId: string;
  readonly parts: readonly ListedPart[];
  readonly ifNoneMatch?: string | undefined;
}

/** A part in the client's list. */
export interface ListedPart {
  readonly part_id: string;
  readonly offset: number;
  readonly size: number;
  readonly sha1?: string | undefined;
}

/** The outcome of a commit, or that it is still running. */
export type CommitOutcome =
  | { readonly kind: 'committed'; readonly file: FullFile }
  | { readonly kind: 'assembling'; readonly retryAfterSeconds: number }
  | { readonly kind: 'not_modified' };

/**
 * Creates the file from the parts. A repeat after success gives the same response, so that a lost response does not create a second
 * file. During a long assembly it says when to retry.
 * @throws Refusal `parts_mismatch`, `digest_mismatch`, `precondition_failed`, `item_name_in_use` and the refusals of uploads.
 */
export async function commitSession(service: Service, caller: Caller, request: CommitSession): Promise<CommitOutcome> {
  const checked = await service.store.read(async (reads) => checkCommit(service, reads, caller, request));
  if (checked.kind === 'not_modified') return checked;
  if (checked.kind === 'committed') return outcomeOf(service, caller, checked.result);
  const { session, parts } = checked;
  const assemble = async () => {
    return assembleSession(service, caller, { session, parts, request }).catch(async (error: unknown) => {
      return resultOfAnother(service, request, error);
    });
  };
  const assembly = service.assemblies.commit(request, assemble, service.held);
  // If it fails after "ask again" was answered, the repeated commit meets the same failure and tells it.
  const result = await within(assembly, service.settings.commitAnswerMs);
  return result === 'late' ? { kind: 'assembling', retryAfterSeconds: 5 } : outcomeOf(service, caller, result);
}

/** Another process may have committed the session for the same repeated request: return its result. */
async function resultOfAnother(service: Service, request: CommitSession, error: unknown): Promise<ItemSnapshot> {
  if (!(error instanceof Refusal)) throw error;
  const session = await service.store.read(({ sessions }) => sessions.get(request.sessionId));
  if (session?.state.kind !== 'committed') throw error;
  return resultFor(session, session.state, request);
}

/** The result of a committed session, for a request identical to the committed one. */
function resultFor({ target }: UploadSessionRecord, { sha1, result }: Committed, request: CommitSession): ItemSnapshot {
  if (sha1 !== request.sha1) {
    throw new Refusal('digest_mismatch', say`This session was committed with a different digest.`);
  }
  // The commit itself incremented the etag: the replaced version is the previous one.
  const replaced = { ...result.item, etag: result.item.etag - 1 };
  if (target.kind === 'new_version') requireMatch(replaced, request.ifMatch);
  return result;
}

type Committed = Extract<UploadSessionRecord['state'], { readonly kind: 'committed' }>;

type CheckedCommit =
  | { readonly kind: 'not_modified' }
  | { readonly kind: 'committed'; readonly result: ItemSnapshot }
  | { readonly kind: 'ready'; readonly session: UploadSessionRecord; readonly parts: readonly PartRecord[] };

async function checkCommit(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  request: CommitSession,
): Promise<CheckedCommit> {
  const session = await requireSession(service, reads, caller, request.sessionId);
  const { state } = session;
  if (state.kind === 'aborted') throw new Refusal('not_found', say`The upload session ${session.id} was aborted.`);
  if (state.kind === 'committed') return { kind: 'committed', result: resultFor(session, state, request) };
  const parts = await reads.sessions.listParts(session.id, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
  requireAllParts(session, parts, request.parts);
  const target = await requireTarget(service, reads, caller, session, request.ifMatch);
  if (target.kind === 'new_version' && isUnchanged(target.view.item, request.ifNoneMatch)) {
    return { kind: 'not_modified' };
  }
  return { kind: 'ready', session, parts };
}

function requireAllParts(
  session: UploadSessionRecord,
  stored: readonly PartRecord[],
  listed: readonly ListedPart[],
): void {
  const storedBytes = stored.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (storedBytes !== session.fileSizeBytes) {
    const message = say`${storedBytes} of ${session.fileSizeBytes} bytes are stored. Send the missing parts first.`;
    throw new Refusal('parts_mismatch', message);
  }
  const byId = new Map(stored.map((part) => [part.partId, part]));
  const known = listed.filter((part) => isSamePart(byId.get(part.part_id), part));
  const isComplete = new Set(known.map((part) => part.part_id)).size === stored.length;
  if (isComplete && listed.length === stored.length) return;
  const message = say`The parts in the commit differ from the stored ones. List the parts of the session and send all of them.`;
  throw new Refusal('parts_mismatch', message);
}

function isSamePart(stored: PartRecord | undefined, { offset, size, sha1 }: ListedPart): boolean {
  if (stored?.offset !== offset || stored.sizeBytes !== size) return false;
  return sha1 === undefined || sha1.toLowerCase() === stored.sha1;
}

async function outcomeOf(service: Service, caller: Caller, { item, ancestors }: ItemSnapshot): Promise<CommitOutcome> {
  if (item.kind !== 'file') throw new Error(`The upload session created the ${item.kind} ${item.id}.`);
  const file = await service.store.read(async (reads) => {
    const access = await accessTo(reads, caller, item, ancestors);
    const view = { item, ancestors, access: access ?? { role: 'uploader' as const, sharedItemId: item.id } };
    return answerFile(service, reads, caller, view);
  });
  return { kind: 'committed', file };
}
