import type { FullCollaboration } from '../../../contract/resources/collaboration.ts';
import type { CollaborationRecord, CollaborationRole } from '../../ports/metadata/collaborations.ts';
import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import { type ItemView, requireItem } from '../access/item-access.ts';
import { inWayOfShared } from '../access/names.ts';
import { type Change, change } from '../change/change.ts';
import { Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';
import { answerCollaboration } from './answer-collaboration.ts';
import { emitAccepted, emitInvited } from './collaboration-events.ts';

/** What `createCollaboration` is told: the item, whom to invite (by id or by login), and as what. */
export interface CreateCollaboration {
  readonly item: { readonly kind: ItemRecord['kind']; readonly id: string };
  readonly invited: { readonly id?: string | undefined; readonly login?: string | undefined };
  readonly role: CollaborationRole;
}

/**
 * Shares an item with a person. People of this service are in at once when the service is set so, unless their root has an
 * item of that name already: they accept when they have made room. Others are asked first, and an address that nobody has
 * waits for whoever gets it as a login (service-decisions.md B 4.5).
 */
export async function createCollaboration(
  service: Service,
  caller: Caller,
  request: CreateCollaboration,
): Promise<FullCollaboration> {
  return change(service, caller, async (change) => {
    const view = await requireShareable(change, request);
    const invited = await findInvited(change, request.invited);
    await requireNotIn(change, view, invited);
    const collaboration = await newCollaboration(change, view, invited, request.role);
    await change.tx.collaborations.insert(collaboration);
    if (collaboration.status === 'accepted') await emitAccepted(change, collaboration);
    else await emitInvited(change, collaboration, view.item.ownerId);
    return answerCollaboration(service, change.tx, caller, collaboration);
  });
}

async function requireShareable({ tx, caller }: Change, { item, role }: CreateCollaboration): Promise<ItemView> {
  const view = await requireItem(tx, caller, item.kind, item.id, 'invite');
  if (view.item.parentId === null) {
    const message = 'The root folder cannot be shared. Share a folder in it.';
    throw new Refusal('collaborations_not_available_on_root_folder', message);
  }
  if (role === 'co-owner' && view.access.role === 'editor') {
    throw new Refusal('access_denied_insufficient_permissions', 'An editor cannot make somebody a co-owner.');
  }
  return view;
}

/** Somebody of this service, or an address that nobody has yet. */
type Invited =
  | { readonly kind: 'user'; readonly user: UserRecord }
  | { readonly kind: 'address'; readonly email: string };

async function findInvited({ tx }: Change, { id, login }: CreateCollaboration['invited']): Promise<Invited> {
  const user =
    id !== undefined ? await tx.users.get(id) : login !== undefined ? await tx.users.getByLogin(login) : null;
  if (user) return { kind: 'user', user };
  if (id === undefined && login !== undefined) return { kind: 'address', email: login };
  throw new Refusal('not_found', `There is no user ${id ?? ''} to invite.`);
}

async function requireNotIn({ tx }: Change, { item }: ItemView, invited: Invited): Promise<void> {
  const isOwner = invited.kind === 'user' && invited.user.id === item.ownerId;
  const others = (await tx.collaborations.listOfItems([item.id])).filter(({ status }) => status !== 'rejected');
  const isIn = others.some((other) =>
    invited.kind === 'user'
      ? other.userId === invited.user.id
      : other.inviteEmail?.toLowerCase() === invited.email.toLowerCase(),
  );
  if (!isOwner && !isIn) return;
  throw new Refusal('user_already_collaborator', `This person has access to "${item.name}" already, or was invited.`);
}

async function newCollaboration(
  { service, tx, now, caller }: Change,
  { item }: ItemView,
  invited: Invited,
  role: CollaborationRole,
): Promise<CollaborationRecord> {
  const isIn =
    invited.kind === 'user' &&
    service.settings.acceptManagedUsersAtOnce &&
    !(await inWayOfShared(tx, invited.user, item));
  return {
    id: await tx.allocateId(),
    itemId: item.id,
    userId: invited.kind === 'user' ? invited.user.id : null,
    inviteEmail: invited.kind === 'address' ? invited.email : null,
    role,
    status: isIn ? 'accepted' : 'pending',
    createdBy: caller.user.id,
    createdAt: now,
    modifiedAt: now,
    acknowledgedAt: isIn ? now : null,
    groupId: null,
    expiresAt: null,
    isAccessOnly: false,
    canViewPath: false,
  };
}
