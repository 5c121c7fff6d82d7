import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { theOne } from '../../kernel/the-one.ts';
import type { Caller, Service } from '../../service.ts';
import { presentDate, presentOptionalDate } from '../dates.ts';
import { gatherPeople, type People } from '../people.ts';
import { type ExpectedPurges, expectedVersionPurges } from './expected-purges.ts';

/** The response for one version, in full. */
export async function answerVersion(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  version: VersionRecord,
): Promise<FullFileVersion> {
  return theOne(await answerVersions(service, reads, caller, [version]));
}

/** The response for several versions, in full. */
export async function answerVersions(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  versions: readonly VersionRecord[],
): Promise<FullFileVersion[]> {
  const ids = versions.flatMap(({ modifiedBy, trashedBy, restoredBy }) => [modifiedBy, trashedBy, restoredBy]);
  const people = await gatherPeople(
    reads,
    ids.filter((id) => id !== null),
    [caller.user],
  );
  const purges = await expectedVersionPurges(service, reads, versions);
  return versions.map((version) => presentVersion(version, people, purges));
}

function presentVersion(version: VersionRecord, people: People, purges: ExpectedPurges): FullFileVersion {
  const person = (id: string) => presentUserMini(id, people.get(id));
  const { trashedAt, trashedBy, restoredBy } = version;
  return {
    id: version.id,
    type: 'file_version',
    sha1: version.sha1,
    name: version.name,
    size: version.sizeBytes,
    created_at: presentDate(version.createdAt),
    modified_at: presentDate(version.modifiedAt),
    modified_by: person(version.modifiedBy),
    trashed_at: presentOptionalDate(trashedAt),
    trashed_by: trashedBy === null ? null : person(trashedBy),
    restored_at: presentOptionalDate(version.restoredAt),
    restored_by: restoredBy === null ? null : person(restoredBy),
    purged_at: presentOptionalDate(purges.get(version.id) ?? null),
    uploader_display_name: version.uploaderDisplayName,
    version_number: String(version.number),
  };
}
