import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { retainedByAll } from './retained-until.ts';

/** The reasons against a permanent deletion. */
export type Keeper = 'legal_hold' | 'retention';

/** A version to which a hold or a retention may apply. */
export type KeptVersion = Pick<VersionRecord, 'id' | 'fileId'>;

/** One reason to keep a version, which may have several; `until` in milliseconds since the epoch, Infinity: it has no known end. */
interface Keeping extends KeptVersion {
  readonly by: Keeper;
  readonly until: number;
}

/** What keeps these versions, including retentions that have expired; the retentions of held versions are left out. */
export async function keepingsOf(reads: MetadataReads, versions: readonly KeptVersion[]): Promise<readonly Keeping[]> {
  if (versions.length === 0) return [];
  const held = await reads.legalHolds.heldAmong(versions.map(({ id }) => id));
  const free = versions.filter(({ id }) => !held.has(id)).map(({ id }) => id);
  const retentions = await reads.retention.listOfVersions(free);
  const extensions = await reads.retention.extensionsOf([...new Set(retentions.map(({ fileId }) => fileId))]);
  const holds = versions.filter(({ id }) => held.has(id));
  return [
    ...holds.map(({ id, fileId }) => ({ id, fileId, by: 'legal_hold' as const, until: Number.POSITIVE_INFINITY })),
    ...retentions.map((retention) => {
      const { versionId: id, fileId } = retention;
      return { id, fileId, by: 'retention' as const, until: retainedByAll([retention], extensions.get(fileId)) ?? 0 };
    }),
  ];
}
