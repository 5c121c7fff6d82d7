import { say } from '../../../../contract/rules/say.ts';
import {
  BlobDamaged,
  BlobMissing,
  BlobSpaceExhausted,
  BlobStoreUnavailable,
  BlobUnreadable,
} from '../../../ports/blob-store.ts';
import type { PartRecord, UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import type { TreesScope } from '../../../ports/metadata-store.ts';
import { afterCommit } from '../../change/after-commit.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { addFile, addVersion } from '../../change/contents/new-content.ts';
import { endSession as dropSession } from '../../change/end-sessions.ts';
import { ownedBy } from '../../change/scope.ts';
import { ownsContents } from '../../kernel/contents/owns-contents.ts';
import { type ContentAttributes, contentAttributesOf } from '../../kernel/uploads/content-attributes.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { dropBlobs, spaceRefusal } from '../files/store-content.ts';
import { requireTarget } from './commit-target.ts';
import { requireOpenSession, targetIdOf } from './require-session.ts';

/** A commit with a complete list of parts. */
export interface CompleteSession {
  readonly session: UploadSessionRecord;
  readonly parts: readonly PartRecord[];
  readonly request: AssemblyRequest;
}

/** The part of a commit that matters once its parts are complete. */
export interface AssemblyRequest extends ContentAttributes {
  /** Of the whole file, lower-case hexadecimal. */
  readonly sha1: string;
  readonly ifMatch?: string | undefined;
}

/**
 * Verifies the digest of the whole, composes one blob from the parts, and in one transaction creates the file and ends the session.
 * @throws Refusal `upload_failed` if stored parts are lost or damaged; then the session ends. BlobStoreUnavailable if they cannot be read at the moment.
 * A crash before that transaction leaves the session as it was, and an unreferenced blob.
 */
export async function assembleSession(
  service: Service,
  caller: Caller,
  complete: CompleteSession,
): Promise<ItemSnapshot> {
  const { session } = complete;
  const blobId = await composeWhole(service, complete).catch(async (error: unknown) => {
    if (!(error instanceof BlobMissing || error instanceof BlobUnreadable)) throw error;
    if (!(await isPermanent(service, error))) throw new BlobStoreUnavailable(error);
    throw await endBroken(service, session, error);
  });
  try {
    const result = await changeIn(service, caller, scopeOf(session), async (change) =>
      endSession(change, complete, blobId),
    );
    await afterCommit(service, () => service.assemblies.forget(session.id));
    return result;
  } catch (error) {
    await dropBlobs(service, [blobId], error);
    throw error;
  }
}

async function composeWhole(service: Service, { session, parts, request }: CompleteSession): Promise<string> {
  const sha1 = await service.assemblies.digest(service, session);
  if (sha1 === null)
    throw new Refusal('parts_mismatch', say`The session has missing parts. List its parts and send the rest.`);
  if (sha1 !== request.sha1) {
    const message = say`The whole file has the SHA-1 ${sha1}, not ${request.sha1}. Abort the session and upload the file again.`;
    throw new Refusal('digest_mismatch', message);
  }
  try {
    return (await service.blobs.compose(parts.map((part) => part.blobId))).blobId;
  } catch (error) {
    throw error instanceof BlobSpaceExhausted ? spaceRefusal(error) : error;
  }
}

/** A part missing because its disk is not mounted, or unreadable because of a bad cable, may come back. */
async function isPermanent(service: Service, error: BlobMissing | BlobUnreadable): Promise<boolean> {
  return error instanceof BlobMissing ? ownsContents(service) : error instanceof BlobDamaged;
}

/** A session whose stored parts are lost can never be committed, and parts are immutable: only another session can. */
async function endBroken(service: Service, { id, ownerId }: UploadSessionRecord, cause: Error): Promise<Refusal> {
  await service.store.transaction(async (tx) => {
    const session = await tx.sessions.get(id);
    if (session?.state.kind !== 'open') return;
    await tx.requireTrees([session.ownerId]);
    await dropSession(tx, id);
  }, ownedBy(ownerId));
  await service.held?.commit();
  service.assemblies.forget(id);
  const message = say`Parts of upload session ${id} are lost or damaged on the service. Create a new one and send the file again.`;
  return new Refusal('upload_failed', message, { cause });
}

/** The tree of the target, and the owner whose space the parts took. */
function scopeOf(session: UploadSessionRecord): TreesScope {
  return { items: [targetIdOf(session)], owners: [session.ownerId] };
}

async function endSession(change: Change, complete: CompleteSession, blobId: string): Promise<ItemSnapshot> {
  const { service, caller, tx } = change;
  const { request } = complete;
  const open = await requireOpenSession(service, tx, caller, complete.session.id);
  // First, so that the bytes do not count twice, as parts and as the file.
  const parts = await tx.sessions.deleteParts(open.id);
  await tx.blobs.release(parts.map((part) => part.blobId));
  const session = { ...open, storedBytes: 0 };
  const target = await requireTarget(service, tx, caller, session, request.ifMatch);
  const content = {
    blobId,
    sha1: request.sha1,
    sizeBytes: session.fileSizeBytes,
    ...contentAttributesOf(request),
  };
  const { item, ancestors } =
    target.kind === 'new_file'
      ? await addFile(change, target.place, target.fileName, content)
      : await addVersion(change, target.view, target.fileName, content);
  const result: ItemSnapshot = { item, ancestors };
  await tx.sessions.setState(session.id, { kind: 'committed', sha1: request.sha1, result });
  return result;
}
