import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { anonymousCaller } from '../../access/anonymous.ts';
import { keepsRight } from '../../access/item-access.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { oneByOne, sweep } from '../../kernel/work/one-by-one.ts';
import type { Service } from '../../service.ts';
import { reportRequest } from './report-request.ts';

/** Maximum file requests per round, so that other changes need not wait long. */
const batch = 100;

/** Deactivates expired file requests, which have accepted nothing since their expiry. Returns how many. */
export async function expireFileRequests(service: Service): Promise<number> {
  const expired = await service.store.read((reads) => reads.fileRequests.listExpired(reads.now(), batch));
  const closings = oneByOne();
  for (const request of expired) {
    await closings.attempt(() => {
      return close(service, request, async ({ fileRequests }, now) => {
        const current = await fileRequests.get(request.id);
        const isExpired = current?.status === 'active' && current.expiresAt !== null && current.expiresAt <= now;
        return isExpired ? current : null;
      });
    });
  }
  return closings.end();
}

/**
 * Deactivates file requests whose responsible user has lost access; they have accepted nothing since then. Those of a closed account work again
 * once it is opened. Returns how many.
 */
export async function closeLapsedRequests(service: Service): Promise<number> {
  return sweep(service.store, {
    list: ({ fileRequests }, after, limit) => fileRequests.listInOthersFolders(after, limit),
    keyOf: ({ id }) => id,
    isDue: async (reads, request) => (await lapsed(reads, request)) !== null,
    work: (request) =>
      close(service, request, async (reads) => lapsed(reads, await reads.fileRequests.get(request.id))),
  });
}

/** The file request if it is active without the access that it needs. */
async function lapsed(reads: MetadataReads, request: FileRequestRecord | null): Promise<FileRequestRecord | null> {
  const item = request?.status === 'active' ? await reads.items.get(request.folderId) : null;
  if (!request || !item) return null;
  // A folder in the trash does not count: the form works again when the folder is restored.
  const folder = { item, ancestors: await reads.items.ancestors(item) };
  return (await keepsRight(reads, request.updatedBy, folder, 'upload')) ? null : request;
}

/** Deactivates what `find` still finds: someone else may have taken it over in the meantime. */
async function close(
  service: Service,
  { folderId }: FileRequestRecord,
  find: (reads: MetadataReads, now: number) => Promise<FileRequestRecord | null>,
): Promise<boolean> {
  return changeIn(service, anonymousCaller(null), { items: [folderId], owners: [] }, async (change) => {
    const request = await find(change.tx, change.now);
    if (request !== null) await closeRequest(change, request);
    return request !== null;
  });
}

/** Deactivates a file request and reports it to the administrators' log; its responsible user stays. */
export async function closeRequest(change: Change, before: FileRequestRecord): Promise<void> {
  const request = { ...before, status: 'inactive' as const, etag: before.etag + 1, updatedAt: change.now };
  await change.tx.fileRequests.update(request);
  await reportRequest(change, 'FILE_REQUEST_UPDATE', request);
}
