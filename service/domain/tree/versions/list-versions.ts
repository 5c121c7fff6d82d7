import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import type { OffsetPage } from '../../../../contract/resources/paging.ts';
import { requireItem } from '../../access/item-access.ts';
import { answerVersions } from '../../representation/items/version.ts';
import type { Caller, Service } from '../../service.ts';

/** Input of `listVersions`. */
export interface ListVersions {
  readonly fileId: string;
  readonly offset: number;
  readonly limit: number;
}

/** The past versions of a file, newest first, including trashed ones, as in the format, and without the current one. */
export async function listVersions(
  service: Service,
  caller: Caller,
  { fileId, offset, limit }: ListVersions,
): Promise<OffsetPage<FullFileVersion>> {
  return service.store.read(async (reads) => {
    const { item } = await requireItem(reads, caller, 'file', fileId, 'preview');
    const versions = await reads.versions.listPast(item.id, item.versionId, { offset, limit });
    const total_count = await reads.versions.countPast(item.id, item.versionId);
    return { total_count, limit, offset, entries: await answerVersions(service, reads, caller, versions) };
  });
}
