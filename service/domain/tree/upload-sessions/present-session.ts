import type { FullUploadSession, UploadPart } from '../../../../contract/resources/items/upload-session.ts';
import type { PartRecord, UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import { presentDate } from '../../representation/dates.ts';

/** An upload session without the URLs of its operations, which only the HTTP layer knows. */
export type UploadSessionView = Omit<FullUploadSession, 'session_endpoints'>;

/** An upload session; `partCount` is the number of stored parts. */
export function presentSession(session: UploadSessionRecord, partCount: number): UploadSessionView {
  return {
    id: session.id,
    type: 'upload_session',
    session_expires_at: presentDate(session.expiresAt),
    part_size: session.partSizeBytes,
    total_parts: Math.ceil(session.fileSizeBytes / session.partSizeBytes),
    num_parts_processed: partCount,
  };
}

/** A stored part. */
export function presentPart({ partId, offset, sizeBytes, sha1 }: PartRecord): UploadPart {
  return { part_id: partId, offset, size: sizeBytes, sha1 };
}
