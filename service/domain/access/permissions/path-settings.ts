import type { CollaborationRole } from '../../../../contract/resources/sharing/collaboration.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { ItemView } from '../item-access.ts';

/** The combined folder settings of an item and its parent folders: the strictest wins. */
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

/** Owners and co-owners, who are exempt from the folder settings. */
export function isOwning(role: CollaborationRole): boolean {
  return role === 'owner' || role === 'co-owner';
}

/** True if this role may see the other collaborators. */
export async function maySeeCollaborators(reads: MetadataReads, view: ItemView): Promise<boolean> {
  return isOwning(view.access.role) || (await pathSettings(reads, view)).canNonOwnersViewCollaborators;
}

/** @throws Refusal `access_denied_insufficient_permissions` if only owners may invite to a folder of the path. */
export async function requireMayInvite(reads: MetadataReads, view: ItemView): Promise<void> {
  if (isOwning(view.access.role) || (await pathSettings(reads, view)).canNonOwnersInvite) return;
  const message = say`Only the owner and co-owners can invite people to "${view.item.name}" (can_non_owners_invite).`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}
