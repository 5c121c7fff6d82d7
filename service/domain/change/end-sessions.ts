import type { UploadSessionRecord } from '../../ports/metadata/items/upload-sessions.ts';
import type { MetadataReads, MetadataWrites } from '../../ports/metadata-store.ts';
import { isGone, keepsRight } from '../access/item-access.ts';
import { together } from '../kernel/work/together.ts';

/** Ends an upload session, which frees the space that its parts take. */
export async function endSession({ sessions, blobs }: MetadataWrites, sessionId: string): Promise<void> {
  await sessions.setState(sessionId, { kind: 'aborted' });
  const parts = await sessions.deleteParts(sessionId);
  await blobs.release(parts.map((part) => part.blobId));
}

/** Ends all open sessions of a user whose account is closed or deleted. */
export async function endSessionsOf(tx: MetadataWrites, userId: string): Promise<void> {
  for (const id of await tx.sessions.listOpen(userId)) await endSession(tx, id);
}

/**
 * Ends the open sessions in an owner's space that can no longer be committed. Call it in the transaction in which an access or an item
 * ends: otherwise the parts would take the owner's space for days, and no one could free it.
 */
export async function endSessionsWithoutAccess(tx: MetadataWrites, ownerId: string): Promise<void> {
  await endThoseWithoutAccess(tx, await openSessionsIn(tx, [ownerId]));
}

/** The open sessions in the space of these owners. */
export async function openSessionsIn(
  { sessions }: Pick<MetadataWrites, 'sessions'>,
  ownerIds: readonly string[],
): Promise<readonly UploadSessionRecord[]> {
  return (await together([...new Set(ownerIds)].map((ownerId) => sessions.listOpenInSpaceOf(ownerId)))).flat();
}

/** The same for sessions that were open right before. */
export async function endThoseWithoutAccess(
  tx: MetadataWrites,
  sessions: readonly UploadSessionRecord[],
): Promise<void> {
  for (const session of sessions) {
    if (!(await mayCommit(tx, session))) await endSession(tx, session.id);
  }
}

/** A target in the trash may come back, and an account that may upload nothing at the moment may be opened again. */
async function mayCommit(reads: MetadataReads, { userId, target }: UploadSessionRecord): Promise<boolean> {
  const item = await reads.items.get(target.kind === 'new_file' ? target.folderId : target.fileId);
  if (!item) return false;
  const place = { item, ancestors: await reads.items.ancestors(item) };
  return !isGone(place) && keepsRight(reads, userId, place, target.kind === 'new_file' ? 'upload' : 'edit');
}
