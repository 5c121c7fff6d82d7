import type { File } from '../../../../contract/resources/items/file.ts';
import type { Folder } from '../../../../contract/resources/items/folder.ts';
import type { FullCollaboration, InviteItem } from '../../../../contract/resources/sharing/collaboration.ts';
import type { CollaborationRecord } from '../../../ports/metadata/sharing/collaborations.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { presentDate, presentOptionalDate } from '../dates.ts';
import { type Groups, presentGroupMini } from '../group.ts';
import type { People } from '../people.ts';
import { acceptanceRequirements } from './acceptance-requirements.ts';

/** Fields missing from events of the first version, when every collaboration was a user's and never expired. */
const absent = { groupId: null, expiresAt: null, isAccessOnly: false, canViewPath: false } as const;

/** The items among these collaborations that are shared with someone, or to which someone is invited. Declined invitations don't count. */
export function collaboratedItems(collaborations: readonly CollaborationRecord[]): ReadonlySet<string> {
  return new Set(collaborations.flatMap(({ itemId, status }) => (status === 'rejected' ? [] : [itemId])));
}

/** What to show of the item of a collaboration: all that the caller may see, or to an invited person its name. */
export interface ShownItem {
  readonly item: File | Folder | null;
  readonly inviteItem?: InviteItem;
}

/** Everyone who is named in collaborations, fetched before their representation. */
export interface Collaborators {
  readonly people: People;
  readonly groups: Groups;
}

/**
 * A collaboration in full. While it is pending it shows neither its item nor the name of the invited user.
 */
export function presentCollaboration(
  stored: CollaborationRecord,
  collaborators: Collaborators,
  { item, inviteItem }: ShownItem,
): FullCollaboration {
  const collaboration: CollaborationRecord = { ...absent, ...stored };
  const isPending = collaboration.status === 'pending';
  return {
    id: collaboration.id,
    type: 'collaboration',
    item: isPending ? null : item,
    ...(isPending && inviteItem ? { invite_item: inviteItem } : {}),
    app_item: null,
    accessible_by: accessibleBy(collaboration, collaborators),
    invite_email: collaboration.inviteEmail,
    role: collaboration.role,
    expires_at: presentOptionalDate(collaboration.expiresAt),
    is_access_only: collaboration.isAccessOnly,
    status: collaboration.status,
    acknowledged_at: presentOptionalDate(collaboration.acknowledgedAt),
    created_by: presentUserMini(collaboration.createdBy, collaborators.people.get(collaboration.createdBy)),
    created_at: presentDate(collaboration.createdAt),
    modified_at: presentDate(collaboration.modifiedAt),
    acceptance_requirements_status: acceptanceRequirements(),
  };
}

function accessibleBy(
  { userId, groupId, status }: CollaborationRecord,
  { people, groups }: Collaborators,
): FullCollaboration['accessible_by'] {
  if (groupId !== null) return presentGroupMini(groupId, groups.get(groupId));
  if (userId === null) return null;
  const { id, name, login } = presentUserMini(userId, people.get(userId));
  const isActive = people.get(userId)?.status === 'active';
  return { id, type: 'user', name: status === 'pending' ? '' : name, login, is_active: isActive };
}

/** All users named in the representation of a collaboration. */
export function peopleOfCollaboration({ createdBy, userId }: CollaborationRecord): readonly string[] {
  return userId === null ? [createdBy] : [createdBy, userId];
}

/** The groups named in the representation of a collaboration. */
export function groupsOfCollaboration(stored: CollaborationRecord): readonly string[] {
  const { groupId } = { ...absent, ...stored };
  return groupId === null ? [] : [groupId];
}
