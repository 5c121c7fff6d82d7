import type { FullFile } from '../../../contract/resources/file.ts';
import { change } from '../change/change.ts';
import type { ItemChanges } from '../items/update-item.ts';
import { answerFile } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';
import { type LinkWish, prepareLinkChange } from '../shared-links/prepare-link-change.ts';
import { updateItemAndLink } from '../shared-links/update-item-and-link.ts';

/** What `updateFile` is told. */
export interface UpdateFile extends Omit<ItemChanges, 'syncState' | 'url'> {
  readonly fileId: string;
  readonly ifMatch?: string | undefined;
  readonly sharedLink?: LinkWish | undefined;
}

/** Renames, moves, dates or describes a file. */
export async function updateFile(
  service: Service,
  caller: Caller,
  { fileId, ifMatch, sharedLink, ...changes }: UpdateFile,
): Promise<FullFile> {
  const link = await prepareLinkChange(service, sharedLink);
  return change(service, caller, async (change) => {
    const view = await updateItemAndLink(change, { kind: 'file', itemId: fileId, ifMatch }, changes, link);
    return answerFile(service, change.tx, caller, view);
  });
}
