import { findItem, isTrashed } from '../../../access/item-access.ts';
import { mayReveal } from '../../../access/reveal.ts';
import type { Caller, Service } from '../../../service.ts';

/** True if the caller may preview a file, which is not in the trash. */
export async function mayPreview(service: Service, caller: Caller, fileId: string): Promise<boolean> {
  return service.store.read(async (reads) => {
    const view = await findItem(reads, caller, 'file', fileId);
    return !isTrashed(view) && mayReveal('preview', view, { caller, now: reads.now() });
  });
}
