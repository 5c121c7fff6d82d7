import type { FullCollaboration } from '../../../contract/resources/collaboration.ts';
import type { File } from '../../../contract/resources/file.ts';
import type { Folder } from '../../../contract/resources/folder.ts';
import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import { presentDate, presentOptionalDate } from './dates.ts';
import { presentUserMini } from './mini.ts';
import type { People } from './people.ts';

/**
 * A collaboration in full (service-api.md 2.8). While it is pending neither its item nor the name of the invited person
 * is shown (service-decisions.md B 4.5).
 */
export function presentCollaboration(
  collaboration: CollaborationRecord,
  people: People,
  item: File | Folder | null,
): FullCollaboration {
  const isPending = collaboration.status === 'pending';
  return {
    id: collaboration.id,
    type: 'collaboration',
    item: isPending ? null : item,
    accessible_by: accessibleBy(collaboration, people),
    invite_email: collaboration.inviteEmail,
    role: collaboration.role,
    expires_at: null,
    is_access_only: false,
    status: collaboration.status,
    acknowledged_at: presentOptionalDate(collaboration.acknowledgedAt),
    created_by: presentUserMini(collaboration.createdBy, people.get(collaboration.createdBy)),
    created_at: presentDate(collaboration.createdAt),
    modified_at: presentDate(collaboration.modifiedAt),
  };
}

function accessibleBy({ userId, status }: CollaborationRecord, people: People): FullCollaboration['accessible_by'] {
  if (userId === null) return null;
  const { id, name, login } = presentUserMini(userId, people.get(userId));
  const isActive = people.get(userId)?.status === 'active';
  return { id, type: 'user', name: status === 'pending' ? '' : name, login, is_active: isActive };
}

/** Everyone whom the representation of a collaboration names. */
export function peopleOfCollaboration({ createdBy, userId }: CollaborationRecord): readonly string[] {
  return userId === null ? [createdBy] : [createdBy, userId];
}
