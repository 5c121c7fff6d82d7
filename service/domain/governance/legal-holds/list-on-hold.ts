import type { File } from '../../../../contract/resources/items/file.ts';
import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import type { MarkerPage } from '../../../../contract/resources/paging.ts';
import { requireGovernance } from '../../access/enterprise/require-governance.ts';
import type { Caller, Service } from '../../service.ts';
import { type GovernedPage, pageOfFiles, pageOfVersions } from '../governed-content.ts';
import { requireHoldAssignment } from './require-hold.ts';

/** Input of both lists. */
export type ListOnHold = GovernedPage & { readonly assignmentId: string };

/** Lists the files whose current version an assignment holds. */
export async function listFilesOnHold(
  service: Service,
  caller: Caller,
  request: ListOnHold,
): Promise<MarkerPage<File>> {
  requireGovernance(caller);
  const { assignmentId } = request;
  return service.store.read(async (reads) => {
    await requireHoldAssignment(reads, assignmentId);
    const list = { name: ['files on hold', assignmentId], ids: reads.legalHolds.listFilesOnHold };
    return pageOfFiles(service, reads, caller, { ...request, list: { ...list, of: assignmentId } });
  });
}

/** Lists the non-current versions that an assignment holds. */
export async function listFileVersionsOnHold(
  service: Service,
  caller: Caller,
  request: ListOnHold,
): Promise<MarkerPage<FullFileVersion>> {
  requireGovernance(caller);
  const { assignmentId } = request;
  return service.store.read(async (reads) => {
    await requireHoldAssignment(reads, assignmentId);
    const list = { name: ['file versions on hold', assignmentId], ids: reads.legalHolds.listPastVersionsOnHold };
    return pageOfVersions(service, reads, caller, { ...request, list: { ...list, of: assignmentId } });
  });
}
