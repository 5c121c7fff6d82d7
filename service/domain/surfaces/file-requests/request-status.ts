import type { FileRequestRecord } from '../../../ports/metadata/surfaces/file-requests.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { type ItemView, isTrashed, stillMay } from '../../access/item-access.ts';
import { statusAt } from './request-settings.ts';

/** The current status: a form accepts files while its folder is not in the trash and its responsible user could upload them. */
export async function statusNow(
  reads: MetadataReads,
  request: FileRequestRecord,
  folder: Pick<ItemView, 'item' | 'ancestors'>,
  now: number,
): Promise<FileRequestRecord['status']> {
  if (statusAt(request, now) === 'inactive' || isTrashed(folder)) return 'inactive';
  return (await stillMay(reads, request.updatedBy, folder, 'upload')) ? 'active' : 'inactive';
}
