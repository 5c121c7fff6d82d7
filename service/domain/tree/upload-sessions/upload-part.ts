import type { UploadPart } from '../../../../contract/resources/items/upload-session.ts';
import { type ContentRange, formatContentRange } from '../../../../contract/rules/content-range.ts';
import { say } from '../../../../contract/rules/say.ts';
import { BlobSpaceExhausted, BlobTooLarge, type StoredBlob } from '../../../ports/blob-store.ts';
import type { PartRecord, UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireSpace } from '../../access/room.ts';
import { afterCommit } from '../../change/after-commit.ts';
import { together } from '../../kernel/work/together.ts';
import { within } from '../../kernel/work/within.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { type ContentSpace, spaceOf, withinSpaces } from '../files/content-space.ts';
import { dropBlobs, spaceRefusal } from '../files/store-content.ts';
import { requireUploader } from './commit-target.ts';
import { presentPart } from './present-session.ts';
import { requireOpenSession } from './require-session.ts';

/** How long a part waits for the running digest: longer, and clients of a slow store would time out. */
const digestWaitMs = 1_000;

/** Input of `uploadPart`: the byte range within the file, and the SHA-1 of the part in lower-case hexadecimal. */
export interface UploadPartRequest {
  readonly sessionId: string;
  readonly range: ContentRange;
  readonly sha1: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Aborts when the sender is gone. */
  readonly gone?: AbortSignal | undefined;
}

/**
 * Stores one part. Parts may arrive concurrently and in any order. Each is on disk before the response, and immutable.
 * @throws Refusal `access_denied_insufficient_permissions`, `storage_limit_exceeded`, `invalid_content_range`,
 * `range_overlaps_existing_part` with the existing part, and `precondition_failed` if the received bytes do not match the digest.
 */
export async function uploadPart(service: Service, caller: Caller, request: UploadPartRequest): Promise<UploadPart> {
  const { sessionId, range, sha1 } = request;
  const { session, space } = await service.store.read(async (reads) => {
    const session = await requireOpenSession(service, reads, caller, sessionId);
    requireAligned(session, range);
    const [, , freeBytes] = await together([
      requireUploader(reads, caller, session),
      requireVacant(reads, session, range),
      requireSpace(reads, session.ownerId, sizeOf(range)),
    ]);
    return { session, space: spaceOf(session.ownerId, freeBytes) };
  });
  const blob = await storePart(service, caller, space, request);
  try {
    requireBytes(blob, range, sha1);
    const part = await recordPart(service, caller, session, range, blob);
    await afterCommit(service, () => within(service.assemblies.advance(service, session, part), digestWaitMs));
    return presentPart(part);
  } catch (error) {
    await dropBlobs(service, [blob.blobId], error);
    throw error;
  }
}

function requireAligned({ fileSizeBytes, partSizeBytes }: UploadSessionRecord, range: ContentRange): void {
  const end = Math.min(range.start + partSizeBytes, fileSizeBytes) - 1;
  const isAligned = range.start % partSizeBytes === 0 && range.start < fileSizeBytes;
  if (range.total === fileSizeBytes && isAligned && range.end === end) return;
  const message = say`"${formatContentRange(range)}" is not a valid part. Parts start at multiples of ${partSizeBytes} and have ${partSizeBytes} bytes (the last one fewer). The file has ${fileSizeBytes} bytes.`;
  throw new Refusal('invalid_content_range', message);
}

/** Parts are aligned, so two of them overlap only if they start at the same offset. */
async function requireVacant(reads: MetadataReads, { id }: UploadSessionRecord, range: ContentRange): Promise<void> {
  const part = await reads.sessions.getPartAt(id, range.start);
  if (!part) return;
  const message = say`The part at offset ${range.start} is already uploaded. Parts are immutable.`;
  throw new Refusal('range_overlaps_existing_part', message, { contextInfo: { conflicting_part: presentPart(part) } });
}

async function storePart(
  service: Service,
  { user }: Caller,
  space: ContentSpace,
  { content, range, gone }: UploadPartRequest,
): Promise<StoredBlob> {
  const fitting = withinSpaces(service, content, [space]);
  try {
    return await service.blobs.write(fitting, { maxBytes: sizeOf(range), sender: user.id, gone });
  } catch (error) {
    if (error instanceof BlobTooLarge) {
      const message = say`The body has more than the ${sizeOf(range)} bytes of "${formatContentRange(range)}".`;
      throw new Refusal('invalid_content_range', message, { cause: error });
    }
    throw error instanceof BlobSpaceExhausted ? spaceRefusal(error) : error;
  }
}

function requireBytes(blob: StoredBlob, range: ContentRange, sha1: string): void {
  if (blob.sizeBytes !== sizeOf(range)) {
    const message = say`Received ${blob.sizeBytes} of the ${sizeOf(range)} bytes of "${formatContentRange(range)}". Send the part again.`;
    throw new Refusal('invalid_content_range', message);
  }
  if (blob.sha1 === sha1) return;
  const message = say`The received bytes have the SHA-1 ${blob.sha1}, not ${sha1}. Send the part again.`;
  throw new Refusal('precondition_failed', message);
}

function sizeOf({ start, end }: ContentRange): number {
  return end - start + 1;
}

async function recordPart(
  service: Service,
  caller: Caller,
  { id: sessionId, ownerId }: UploadSessionRecord,
  range: ContentRange,
  blob: StoredBlob,
): Promise<PartRecord> {
  return service.store.transaction(
    async (tx) => {
      // During the upload the session may have ended, or the same part may have arrived in another request.
      const session = await requireOpenSession(service, tx, caller, sessionId);
      // Or its target may have got a new owner.
      await tx.requireTrees([session.ownerId]);
      await requireVacant(tx, session, range);
      await requireSpace(tx, session.ownerId, blob.sizeBytes);
      const { blobId, sha1, sizeBytes } = blob;
      // Unique, since no two parts of a session start at the same multiple of the part size.
      const partId = (range.start / session.partSizeBytes + 1).toString(16).padStart(8, '0');
      const part: PartRecord = { sessionId, partId, offset: range.start, sizeBytes, sha1, blobId };
      await tx.sessions.insertPart(part);
      return part;
    },
    { items: [], owners: [ownerId] },
  );
}
