import { rootFolderId } from '../../../contract/resources/ids.ts';
import type { TreesScope } from '../../ports/metadata-store.ts';
import type { Caller } from '../service.ts';

/** Data that belongs to these people and lies in no tree, such as their tokens. */
export function ownedBy(...userIds: readonly string[]): TreesScope {
  return { items: [], owners: userIds };
}

/** The trees that contain these items; "0" is the caller's root. Absent ids count for nothing. */
export function treesOf({ user }: Pick<Caller, 'user'>, ...itemIds: readonly (string | undefined)[]): TreesScope {
  const ids = itemIds.filter((id) => id !== undefined);
  const items = ids.filter((id) => id !== rootFolderId);
  return { items, owners: items.length < ids.length ? [user.id] : [] };
}
