import { say } from '../../../../contract/rules/say.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Finds a version of this file, including a trashed one.
 * @throws Refusal `not_found`.
 */
export async function requireVersion(reads: MetadataReads, fileId: string, versionId: string): Promise<VersionRecord> {
  return versionOfFile(fileId, versionId, await reads.versions.get(versionId));
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
