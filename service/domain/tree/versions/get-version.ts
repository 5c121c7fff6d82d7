import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import { requireItem } from '../../access/item-access.ts';
import { answerVersion } from '../../representation/items/version.ts';
import type { Caller, Service } from '../../service.ts';
import { requireVersion } from './require-version.ts';

/** Identifies a version of a file. */
export interface VersionTarget {
  readonly fileId: string;
  readonly versionId: string;
}

/** One version of a file, including the current one and trashed ones. */
export async function getVersion(service: Service, caller: Caller, target: VersionTarget): Promise<FullFileVersion> {
  return service.store.read(async (reads) => {
    const { item } = await requireItem(reads, caller, 'file', target.fileId, 'preview');
    return answerVersion(service, reads, caller, await requireVersion(reads, item.id, target.versionId));
  });
}
