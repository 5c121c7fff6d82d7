import { say } from '../../../../contract/rules/say.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';

/**
 * Finds a version of this file, including a trashed one.
 * @throws Refusal `not_found`.
 */
export async function requireVersion(reads: MetadataReads, fileId: string, versionId: string): Promise<VersionRecord> {
  return versionOfFile(fileId, versionId, await reads.versions.get(versionId));
}

/**
 * The caller as a reader of one version; absent: the current one. A shared link leads to the current version alone: earlier ones may
 * hold content that has been removed since, and take a role.
 */
export function readerOfVersion(caller: Caller, file: FileRecord, versionId: string | undefined): Caller {
  const isCurrent = versionId === undefined || versionId === file.versionId;
  return isCurrent || caller.sharedLink === null ? caller : { ...caller, sharedLink: null };
}

/** The same for a version that was read already. */
export function versionOfFile(fileId: string, versionId: string, version: VersionRecord | null): VersionRecord {
  if (version?.fileId === fileId) return version;
  throw versionMissing(fileId, versionId);
}

/** The refusal for a version that the file does not have. */
export function versionMissing(fileId: string, versionId: string): Refusal {
  return new Refusal('not_found', say`File ${fileId} has no version ${versionId}.`);
}
