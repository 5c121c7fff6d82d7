import type { FileLockRecord, FolderRecord, ItemRecord, SyncState } from '../../ports/metadata/items.ts';
import type { Action } from '../permissions/rights.ts';
import { assertNever, parameterRefusal } from '../refusal.ts';
import type { Move } from './move-item.ts';

/** What may be changed of an item; what is absent stays. Times are in milliseconds since the epoch. */
export interface ItemChanges {
  readonly name?: string | undefined;
  /** Moves the item into this folder. */
  readonly parentId?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Folders only. */
  readonly syncState?: SyncState | undefined;
  readonly canNonOwnersInvite?: boolean | undefined;
  readonly canNonOwnersViewCollaborators?: boolean | undefined;
  readonly isCollaborationRestrictedToEnterprise?: boolean | undefined;
  /** Files only; null takes the lock away. */
  readonly lock?: LockWish | null | undefined;
  readonly contentCreatedAt?: number | undefined;
  readonly contentModifiedAt?: number | undefined;
  /** Web links only. */
  readonly url?: string | undefined;
}

/** The lock that somebody wants on a file. */
export interface LockWish {
  /** Null: until it is taken away. */
  readonly expiresAt: number | null;
  readonly isDownloadPrevented: boolean;
}

/** What the caller needs to be allowed for these changes; for none at all, what a change asks as a rule. */
export function actionsFor(changes: ItemChanges): readonly Action[] {
  const { contentCreatedAt, contentModifiedAt, lock, ...further } = changes;
  const { canNonOwnersInvite, canNonOwnersViewCollaborators, isCollaborationRestrictedToEnterprise, ...others } =
    further;
  const settings = [canNonOwnersInvite, canNonOwnersViewCollaborators, isCollaborationRestrictedToEnterprise];
  const isSaid = (values: readonly unknown[]) => values.some((value) => value !== undefined);
  const actions: Action[] = [];
  if (isSaid(Object.values(others))) actions.push('organise');
  if (isSaid([contentCreatedAt, contentModifiedAt, lock])) actions.push('edit');
  if (isSaid(settings)) actions.push('configure');
  return actions.length > 0 ? actions : ['organise'];
}

/** The item as the request wants it, before its counters rise. `lock` is the one that a file will have. */
export function applied(
  item: ItemRecord,
  changes: ItemChanges,
  move: Move | null,
  lock: FileLockRecord | null,
): ItemRecord {
  const common = {
    name: changes.name ?? item.name,
    description: changes.description ?? item.description,
    tags: changes.tags ? [...new Set(changes.tags)] : item.tags,
    parentId: move ? move.place.folder.id : item.parentId,
    ownerId: move ? move.place.folder.ownerId : item.ownerId,
  };
  switch (item.kind) {
    case 'folder':
      return { ...item, ...common, ...folderSettings(item, changes) };
    case 'file': {
      const { contentCreatedAt = item.contentCreatedAt, contentModifiedAt = item.contentModifiedAt } = changes;
      return { ...item, ...common, contentCreatedAt, contentModifiedAt, lock };
    }
    case 'web_link':
      return { ...item, ...common, url: changes.url ?? item.url };
    default:
      return assertNever(item);
  }
}

/** Who may not see the collaborators may not invite any either (service-decisions.md B 4.1). */
function folderSettings(folder: FolderRecord, changes: ItemChanges) {
  const settings = {
    syncState: changes.syncState ?? folder.syncState,
    canNonOwnersInvite: changes.canNonOwnersInvite ?? folder.canNonOwnersInvite,
    canNonOwnersViewCollaborators: changes.canNonOwnersViewCollaborators ?? folder.canNonOwnersViewCollaborators,
    isCollaborationRestrictedToEnterprise:
      changes.isCollaborationRestrictedToEnterprise ?? folder.isCollaborationRestrictedToEnterprise,
  };
  if (settings.canNonOwnersInvite && !settings.canNonOwnersViewCollaborators) {
    const name = 'can_non_owners_view_collaborators';
    const message = `"${name}" can be false only together with "can_non_owners_invite" false: send both.`;
    throw parameterRefusal('invalid_parameter', name, message);
  }
  return settings;
}
