import { anonymousCaller } from '../access/anonymous.ts';
import { change } from '../change/change.ts';
import type { Service } from '../service.ts';
import { reportRequest } from './report-request.ts';

/** How many file requests one round ends at most, so that people need not wait long for their changes. */
const batch = 100;

/** Sets the file requests inactive whose time is up; they have taken nothing since that moment. Tells how many. */
export async function expireFileRequests(service: Service): Promise<number> {
  return change(service, anonymousCaller(null), async (change) => {
    const { tx, now } = change;
    const expired = await tx.fileRequests.listExpired(now, batch);
    for (const before of expired) {
      const request = { ...before, status: 'inactive' as const, etag: before.etag + 1, updatedAt: now };
      await tx.fileRequests.update(request);
      await reportRequest(change, 'FILE_REQUEST_UPDATE', request);
    }
    return expired.length;
  });
}
