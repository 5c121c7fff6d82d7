import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { UploadSessionRecord } from '../../../ports/metadata/items/upload-sessions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { treesOf } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { requireNewFile, requireNewVersion } from '../files/preflight-upload.ts';
import { presentSession, type UploadSessionView } from './present-session.ts';

/** Input of `createSession` for a new file. */
export interface CreateSession {
  readonly folderId: string;
  readonly fileName: string;
  readonly fileSizeBytes: number;
}

/** Input of `createVersionSession`; a name renames the file at the commit. */
export interface CreateVersionSession {
  readonly fileId: string;
  readonly fileName?: string | undefined;
  readonly fileSizeBytes: number;
}

/** Opens a session for a new file, after the same checks as its commit. */
export async function createSession(
  service: Service,
  caller: Caller,
  { folderId, fileName, fileSizeBytes }: CreateSession,
): Promise<UploadSessionView> {
  requireLargeEnough(service, fileSizeBytes);
  return service.store.transaction(
    async (tx) => {
      const claim = { parentId: folderId, name: fileName, sizeBytes: fileSizeBytes };
      const { folder } = await requireNewFile(service, tx, caller, claim);
      await requireFewOpen(tx, caller);
      const target = { kind: 'new_file' as const, folderId: folder.id, fileName };
      const session = newSession(service, caller, { target, ownerId: folder.ownerId, fileSizeBytes });
      await tx.sessions.insert(session);
      return presentSession(session, 0);
    },
    treesOf(caller, folderId),
  );
}

/** Opens a session for a new version of a file. */
export async function createVersionSession(
  service: Service,
  caller: Caller,
  { fileId, fileName, fileSizeBytes }: CreateVersionSession,
): Promise<UploadSessionView> {
  requireLargeEnough(service, fileSizeBytes);
  return service.store.transaction(
    async (tx) => {
      const claim = { fileId, name: fileName, sizeBytes: fileSizeBytes };
      const { item } = await requireNewVersion(service, tx, caller, claim);
      await requireFewOpen(tx, caller);
      const target = { kind: 'new_version' as const, fileId: item.id, fileName: fileName ?? null };
      const session = newSession(service, caller, { target, ownerId: item.ownerId, fileSizeBytes });
      await tx.sessions.insert(session);
      return presentSession(session, 0);
    },
    treesOf(caller, fileId),
  );
}

function requireLargeEnough({ settings }: Service, fileSizeBytes: number): void {
  const least = settings.uploadSessions.leastBytes;
  if (fileSizeBytes >= least) return;
  const message = say`An upload session requires a file of at least ${least} bytes, not ${fileSizeBytes}. Upload it in one request.`;
  throw new Refusal('file_size_too_small', message);
}

/** Maximum open sessions per user: each is a row, and may hold parts for as long as it lives. */
const openAtOnce = 500;

async function requireFewOpen(reads: MetadataReads, { user }: Caller): Promise<void> {
  if ((await reads.sessions.countOpen(user.id)) < openAtOnce) return;
  const message = say`You have ${openAtOnce} upload sessions open. Commit or abort some of them first.`;
  throw new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: 60 });
}

type Wanted = Pick<UploadSessionRecord, 'target' | 'ownerId' | 'fileSizeBytes'>;

function newSession(service: Service, caller: Caller, wanted: Wanted): UploadSessionRecord {
  const createdAt = service.clock.now();
  return {
    id: service.ids.hex(16).toUpperCase(),
    userId: caller.user.id,
    ...wanted,
    storedBytes: 0,
    partSizeBytes: partSizeFor(wanted.fileSizeBytes, service.settings.uploadSessions.partBytes),
    createdAt,
    expiresAt: createdAt + limits.uploadSessionLifeMs,
    state: { kind: 'open' },
  };
}

/** The default size, or as many whole mebibytes as the maximum number of parts requires. */
export function partSizeFor(fileSizeBytes: number, usualBytes: number): number {
  if (fileSizeBytes <= usualBytes * limits.uploadSessionMaxParts) return usualBytes;
  const mebibyte = 1024 * 1024;
  return Math.ceil(fileSizeBytes / limits.uploadSessionMaxParts / mebibyte) * mebibyte;
}
