import type { RemoteEntry } from '../../model/entry.ts';
import type { Trees } from '../../model/tree.ts';

/** Whether the account may delete it on the service, as far as is known. */
export const isDeletable = (trees: Trees, remote: RemoteEntry): boolean =>
  remote.canDelete && !isTopOfShare(trees, remote);

/** Another user's item in the account's own folder: deleting it would remove it for everyone (SPEC P71, edge case 87). */
export function isTopOfShare(trees: Trees, { id, parentId }: RemoteEntry): boolean {
  return parentId !== null && !trees.isOwn(id) && trees.isOwn(parentId);
}
