import { say } from '../../../../contract/rules/say.ts';
import type { UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';

/**
 * Finds an unexpired session of the caller, in any state. A downscoped token reaches only uploads to its item or below it.
 * @throws Refusal `not_found`, `forbidden` (only its creator may use a session), `session_expired`.
 */
export async function requireSession(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  sessionId: string,
): Promise<UploadSessionRecord> {
  const session = await reads.sessions.get(sessionId);
  if (!session) throw sessionNotFound(sessionId);
  if (session.userId !== caller.user.id) {
    throw new Refusal('forbidden', say`Only the creator of an upload session can use it.`);
  }
  if (!(await isInReach(reads, caller, session))) throw sessionNotFound(sessionId);
  if (session.expiresAt <= service.clock.now()) {
    throw new Refusal('session_expired', say`Upload session ${sessionId} has expired. Create a new one.`);
  }
  return session;
}

/**
 * Finds a session that accepts parts.
 * @throws Refusal as `requireSession`; `not_found` after its commit or abort.
 */
export async function requireOpenSession(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  sessionId: string,
): Promise<UploadSessionRecord> {
  const session = await requireSession(service, reads, caller, sessionId);
  if (session.state.kind === 'open') return session;
  throw new Refusal('not_found', say`Upload session ${sessionId} is ${session.state.kind}. Create a new one.`);
}

/** The folder of the new file, or the file that gets a new version. */
export function targetIdOf({ target }: UploadSessionRecord): string {
  return target.kind === 'new_file' ? target.folderId : target.fileId;
}

async function isInReach(
  reads: MetadataReads,
  { restrictedTo }: Caller,
  session: UploadSessionRecord,
): Promise<boolean> {
  if (restrictedTo === null) return true;
  const targetId = targetIdOf(session);
  const ancestors = await reads.items.ancestorsOf(targetId);
  return [...ancestors.map(({ id }) => id), targetId].includes(restrictedTo.itemId);
}

function sessionNotFound(sessionId: string): Refusal {
  return new Refusal('not_found', say`Upload session ${sessionId} does not exist. Create a new one.`);
}
