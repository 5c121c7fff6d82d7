import type { UploadSessionRecord } from '../../ports/metadata/upload-sessions.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';

/**
 * A session of the caller that has not expired, in whatever state.
 * @throws Refusal `not_found`, `forbidden` (only who made a session may use it), `session_expired`.
 */
export async function requireSession(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  sessionId: string,
): Promise<UploadSessionRecord> {
  const session = await reads.sessions.get(sessionId);
  if (!session) throw new Refusal('not_found', `There is no upload session ${sessionId}. Create a new one.`);
  if (session.userId !== caller.user.id) {
    throw new Refusal('forbidden', 'Only the person who created an upload session may use it.');
  }
  if (session.expiresAt <= service.clock.now()) {
    throw new Refusal('session_expired', `The upload session ${sessionId} has expired. Create a new one.`);
  }
  return session;
}

/** A session that takes parts. @throws Refusal as `requireSession`; `not_found` after its commit or its abort. */
export async function requireOpenSession(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  sessionId: string,
): Promise<UploadSessionRecord> {
  const session = await requireSession(service, reads, caller, sessionId);
  if (session.state.kind === 'open') return session;
  throw new Refusal('not_found', `The upload session ${sessionId} is ${session.state.kind}. Create a new one.`);
}
