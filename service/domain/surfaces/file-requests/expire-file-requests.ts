import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { anonymousCaller } from '../../access/anonymous.ts';
import { type Change, change } from '../../change/change.ts';
import type { Service } from '../../service.ts';
import { reportRequest } from './report-request.ts';
import { statusNow } from './request-status.ts';

/** Maximum file requests per round, so that other changes need not wait long. */
const batch = 100;

/** Deactivates expired file requests, which have accepted nothing since their expiry. Returns how many. */
export async function expireFileRequests(service: Service): Promise<number> {
  return change(service, anonymousCaller(null), async (change) => {
    const expired = await change.tx.fileRequests.listExpired(change.now, batch);
    for (const request of expired) await closeRequest(change, request);
    return expired.length;
  });
}

/** Deactivates file requests whose responsible user has lost access; they have accepted nothing since then. Returns how many. */
export async function closeLapsedRequests(service: Service): Promise<number> {
  let count = 0;
  let after: string | null = null;
  for (;;) {
    const from: string | null = after;
    const requests: readonly FileRequestRecord[] = await service.store.read((reads) =>
      reads.fileRequests.listInOthersFolders(from, batch),
    );
    for (const { id } of requests) if (await closeLapsed(service, id)) count += 1;
    const last = requests.at(-1);
    if (last === undefined || requests.length < batch) return count;
    after = last.id;
  }
}

async function closeLapsed(service: Service, id: string): Promise<boolean> {
  const find = async (reads: MetadataReads): Promise<FileRequestRecord | null> => {
    const request = await reads.fileRequests.get(id);
    const item = request?.status === 'active' ? await reads.items.get(request.folderId) : null;
    if (!request || !item) return null;
    const folder = { item, ancestors: await reads.items.ancestors(item) };
    return (await statusNow(reads, request, folder, reads.now())) === 'inactive' ? request : null;
  };
  if ((await service.store.read(find)) === null) return false;
  // Someone else may have taken it over in the meantime.
  return change(service, anonymousCaller(null), async (change) => {
    const request = await find(change.tx);
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
