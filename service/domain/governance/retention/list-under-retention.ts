import type { File } from '../../../../contract/resources/items/file.ts';
import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import type { MarkerPage } from '../../../../contract/resources/paging.ts';
import { requireGovernance } from '../../access/enterprise/require-governance.ts';
import type { Caller, Service } from '../../service.ts';
import { type GovernedPage, pageOfFiles, pageOfVersions } from '../governed-content.ts';
import { requireRetentionAssignment } from './require-retention.ts';

/** Input of both lists. */
export type ListUnderRetention = GovernedPage & { readonly assignmentId: string };

/** Lists the files whose current version an assignment retains. */
export async function listFilesUnderRetention(
  service: Service,
  caller: Caller,
  request: ListUnderRetention,
): Promise<MarkerPage<File>> {
  requireGovernance(caller);
  const { assignmentId } = request;
  return service.store.read(async (reads) => {
    await requireRetentionAssignment(reads, assignmentId);
    const list = { name: ['files under retention', assignmentId], ids: reads.retention.listFilesUnder };
    return pageOfFiles(service, reads, caller, { ...request, list: { ...list, of: assignmentId } });
  });
}

/** Lists the non-current versions that an assignment retains. */
export async function listFileVersionsUnderRetention(
  service: Service,
  caller: Caller,
  request: ListUnderRetention,
): Promise<MarkerPage<FullFileVersion>> {
  requireGovernance(caller);
  const { assignmentId } = request;
  return service.store.read(async (reads) => {
    await requireRetentionAssignment(reads, assignmentId);
    const list = { name: ['file versions under retention', assignmentId], ids: reads.retention.listPastVersionsUnder };
    return pageOfVersions(service, reads, caller, { ...request, list: { ...list, of: assignmentId } });
  });
}
