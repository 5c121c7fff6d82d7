import type { CollaborationRole } from '../../../contract/resources/collaboration.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import type { ItemView } from '../access/item-access.ts';
import { Refusal } from '../refusal.ts';

/** What the folder settings of an item and of all above it say together: the strictest counts. */
export interface PathSettings {
  readonly canNonOwnersInvite: boolean;
  readonly canNonOwnersViewCollaborators: boolean;
  readonly isRestrictedToEnterprise: boolean;
}

/** Reads the settings of a path. */
export async function pathSettings(
  reads: MetadataReads,
  { item, ancestors }: Pick<ItemView, 'item' | 'ancestors'>,
): Promise<PathSettings> {
  const above = await reads.items.getMany(ancestors.map(({ id }) => id));
  const folders = [...above, item].filter((one) => one.kind === 'folder');
  return {
    canNonOwnersInvite: folders.every((folder) => folder.canNonOwnersInvite),
    canNonOwnersViewCollaborators: folders.every((folder) => folder.canNonOwnersViewCollaborators),
    isRestrictedToEnterprise: folders.some((folder) => folder.isCollaborationRestrictedToEnterprise),
  };
}

/** Owners and co-owners, whom the folder settings do not bind. */
export function isOwning(role: CollaborationRole): boolean {
  return role === 'owner' || role === 'co-owner';
}

/** True when this role may see who else collaborates. */
export async function maySeeCollaborators(reads: MetadataReads, view: ItemView): Promise<boolean> {
  return isOwning(view.access.role) || (await pathSettings(reads, view)).canNonOwnersViewCollaborators;
}

/** @throws Refusal `access_denied_insufficient_permissions` when only owners may invite to a folder of the path. */
export async function requireMayInvite(reads: MetadataReads, view: ItemView): Promise<void> {
  if (isOwning(view.access.role) || (await pathSettings(reads, view)).canNonOwnersInvite) return;
  const message = `Only the owner and co-owners may invite to "${view.item.name}" (can_non_owners_invite).`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}
