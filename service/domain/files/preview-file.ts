import { requireItem } from '../access/item-access.ts';
import type { Caller, Service } from '../service.ts';
import { requireVersion } from '../versions/require-version.ts';
import { type Download, downloadOf } from './download-file.ts';

/** Finds the current bytes of a file for a caller who may look at it, whether or not the caller may take it along. */
export async function previewFile(service: Service, caller: Caller, fileId: string): Promise<Download> {
  return service.store.read(async (reads) => {
    const { item } = await requireItem(reads, caller, 'file', fileId, 'preview');
    const version = await requireVersion(reads, item.id, item.versionId);
    return downloadOf(service, item.name, version);
  });
}
