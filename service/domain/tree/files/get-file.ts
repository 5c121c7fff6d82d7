import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { findItem, requireRight } from '../../access/item-access.ts';
import { isUnchanged } from '../../access/preconditions.ts';
import { answerFile } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';

/** Input of `getFile`. */
export interface GetFile {
  readonly fileId: string;
  readonly ifNoneMatch?: string | undefined;
  /** Leaves out the fields that are returned only if a request names them. */
  readonly isStandard?: boolean | undefined;
}

/** A file, including in the trash; `not_modified` if the caller has seen this state of it. */
export async function getFile(
  service: Service,
  caller: Caller,
  { fileId, ifNoneMatch, isStandard }: GetFile,
): Promise<FullFile | 'not_modified'> {
  return service.store.read(async (reads) => {
    const view = await findItem(reads, caller, 'file', fileId);
    requireRight(view, 'list');
    if (isUnchanged(view.item, ifNoneMatch)) return 'not_modified' as const;
    return answerFile(service, reads, caller, view, { isStandard });
  });
}
