import { say } from '../../../../contract/rules/say.ts';
import type { FileLockRecord, FolderRecord, ItemRecord, SyncState } from '../../../ports/metadata/items/items.ts';
import type { Action } from '../../access/permissions/rights.ts';
import type { Place } from '../../change/place.ts';
import { assertNever, parameterRefusal } from '../../refusal.ts';

/** Changes to an item; absent fields stay as they are. Times are in milliseconds since the epoch. */
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
  /** Files only; null removes the lock. */
  readonly lock?: FileLockInput | null | undefined;
  readonly contentCreatedAt?: number | undefined;
  readonly contentModifiedAt?: number | undefined;
  /** Web links only. */
  readonly url?: string | undefined;
}

/** A requested file lock. */
export interface FileLockInput {
  /** Null: until it is removed. */
  readonly expiresAt: number | null;
  readonly isDownloadPrevented: boolean;
}

/** Everything that a request wants for an item; absent fields stay as they are. */
interface Wishes extends ItemChanges {
  readonly sharedLink?: unknown;
  readonly collectionIds?: unknown;
  readonly dispositionAt?: unknown;
}

/**
 * The etag that guards a request. A move and nothing else ignores it; anything beside it would undo what others changed meanwhile.
 */
export function guardOf(ifMatch: string | undefined, { parentId, ...others }: Wishes): string | undefined {
  const isMoveAlone = parentId !== undefined && Object.values(others).every((value) => value === undefined);
  return isMoveAlone ? undefined : ifMatch;
}

/** The rights that these changes require; for an empty change, the default one. */
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

/** The item with the requested changes, before its counters are incremented. `place` is where it moves, and `lock` is the new lock of a file. */
export function applied(
  item: ItemRecord,
  changes: ItemChanges,
  place: Place | null,
  lock: FileLockRecord | null,
): ItemRecord {
  const common = {
    name: changes.name ?? item.name,
    description: changes.description ?? item.description,
    tags: changes.tags ? [...new Set(changes.tags)] : item.tags,
    parentId: place ? place.folder.id : item.parentId,
    ownerId: place ? place.folder.ownerId : item.ownerId,
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

/** Users who may not see the collaborators may not invite any either. */
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
    const message = say`"${name}" can be false only if "can_non_owners_invite" is false. Send both.`;
    throw parameterRefusal('invalid_parameter', name, message);
  }
  return settings;
}
