import type { CollaborationRole } from '../../../../contract/resources/sharing/collaboration.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../refusal.ts';
import type { ItemView } from '../item-access.ts';

/** The combined folder settings of an item and its parent folders: the strictest wins. */
export interface PathSettings {
  readonly canNonOwnersInvite: boolean;
  readonly canNonOwnersViewCollaborators: boolean;
  readonly isRestrictedToEnterprise: boolean;
}

/** The settings of a path. */
export function pathSettings({ item, ancestors }: Pick<ItemView, 'item' | 'ancestors'>): PathSettings {
  const folders = item.kind === 'folder' ? [...ancestors, item] : ancestors;
  return {
    canNonOwnersInvite: folders.every((folder) => folder.canNonOwnersInvite !== false),
    canNonOwnersViewCollaborators: folders.every((folder) => folder.canNonOwnersViewCollaborators !== false),
    isRestrictedToEnterprise: folders.some((folder) => folder.isCollaborationRestrictedToEnterprise === true),
  };
}

/** Owners and co-owners, who are exempt from the folder settings. */
export function isOwning(role: CollaborationRole): boolean {
  return role === 'owner' || role === 'co-owner';
}

/** True if this role may see the other collaborators. */
export function maySeeCollaborators(view: ItemView): boolean {
  return isOwning(view.access.role) || pathSettings(view).canNonOwnersViewCollaborators;
}

/** True if the settings of the path let this role invite, in case it has the right. */
export function letsInvite(view: ItemView): boolean {
  return isOwning(view.access.role) || pathSettings(view).canNonOwnersInvite;
}

/** @throws Refusal `access_denied_insufficient_permissions` if only owners may invite to a folder of the path. */
export function requireMayInvite(view: ItemView): void {
  if (letsInvite(view)) return;
  const message = say`Only the owner and co-owners can invite people to "${view.item.name}" (can_non_owners_invite).`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}
