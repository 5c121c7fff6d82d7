import type { FullCollaboration } from '../../../contract/resources/sharing/collaboration.ts';
import { say } from '../../../contract/rules/say.ts';
import type { CollaborationRecord, CollaborationRole } from '../../ports/metadata/sharing/collaborations.ts';
import { type ItemView, requireItem } from '../access/item-access.ts';
import { inWayOfShared } from '../access/names.ts';
import { isOwning, pathSettings, requireMayInvite } from '../access/permissions/path-settings.ts';
import { allows } from '../access/permissions/rights.ts';
import { ofPerson } from '../access/persons-of.ts';
import { type Change, changeIn } from '../change/change.ts';
import { audienceOf } from '../change/events/audience.ts';
import { treesOf } from '../change/scope.ts';
import { parameterRefusal, Refusal } from '../refusal.ts';
import { answerCollaboration } from '../representation/sharing/answer-collaboration.ts';
import type { Caller, Service } from '../service.ts';
import { emitCreated } from './collaboration-events.ts';
import {
  findInvited,
  type Invited,
  type InvitedName,
  mayInvite,
  requireInEnterprise,
  requireNotIn,
} from './invited.ts';

/** Input of `createCollaboration`: the item, the invited user or group, the role and the limits. */
export interface CreateCollaboration {
  readonly item: { readonly kind: 'file' | 'folder'; readonly id: string };
  readonly invited: InvitedName;
  readonly role: CollaborationRole;
  /** When the access expires, in milliseconds since the epoch; absent or null means never. */
  readonly expiresAt?: number | null | undefined;
  readonly isAccessOnly?: boolean | undefined;
  readonly canViewPath?: boolean | undefined;
}

/**
 * Shares an item with a user or a group. Groups get access at once, and users of this service too if configured so; a user whose
 * root already contains an item with that name accepts after freeing the name. Others have to accept first, and an unknown email
 * address waits for the account that gets it as its login.
 */
export async function createCollaboration(
  service: Service,
  caller: Caller,
  request: CreateCollaboration,
): Promise<FullCollaboration> {
  const isKnown = await mayInvite(service, caller, request.invited);
  return changeIn(service, caller, treesOf(caller, request.item.id), async (change) => {
    const view = await requireShareable(change, request);
    const invited = await findInvited(change.tx, caller, request.invited, isKnown);
    const isRestricted = pathSettings(view).isRestrictedToEnterprise;
    requireInEnterprise(caller, invited, { name: view.item.name, isRestricted });
    await requireNotIn(change.tx, view, invited);
    await requireNotOutlasting(change, view, invited, request.expiresAt ?? null);
    const collaboration = await newCollaboration(change, view, invited, request);
    const before = await audienceOf(change.tx, view.item, view.ancestors);
    await change.tx.collaborations.insert(collaboration);
    await emitCreated(change, collaboration, view.item.ownerId, before);
    return answerCollaboration(service, change.tx, caller, collaboration);
  });
}

async function requireShareable(change: Change, request: CreateCollaboration): Promise<ItemView> {
  const { tx, now, caller } = change;
  const { item, role, canViewPath = false, expiresAt = null } = request;
  const view = await requireItem(tx, caller, item.kind, item.id, 'invite');
  if (view.item.parentId === null) {
    const message = say`The root folder cannot be shared. Share a folder in it.`;
    throw new Refusal('collaborations_not_available_on_root_folder', message);
  }
  requireMayInvite(view);
  if (role === 'co-owner' && !isOwning(view.access.role)) throw coOwnersOnly();
  requireViewPath(view, canViewPath);
  requireFuture(expiresAt, now);
  return view;
}

/** Collaborators cannot give themselves an access that outlasts the one that they have, not even through a group of theirs. */
async function requireNotOutlasting(
  { tx, caller }: Change,
  view: ItemView,
  invited: Invited,
  expiresAt: number | null,
): Promise<void> {
  if (isOwning(view.access.role)) return;
  const { id } = caller.user;
  if (invited.kind === 'user' && invited.user.id === id) throw coOwnersOnly();
  if (invited.kind !== 'group' || (await tx.groups.membershipOf(invited.group.id, id)) === null) return;
  const path = [...view.ancestors, view.item].map((item) => item.id);
  const own = await ofPerson(tx, id, await tx.collaborations.listOfItems(path));
  const expiries = own.filter(({ role }) => allows(role, 'invite')).map((one) => one.expiresAt ?? Infinity);
  if ((expiresAt ?? Infinity) <= Math.max(...expiries)) return;
  const message = say`Your own right to invite to "${view.item.name}" ends earlier. Only the owner and co-owners can invite your group for longer.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

/** @throws Refusal unless the item is a folder and the caller one of its owners. */
export function requireViewPath({ item, access }: ItemView, canViewPath: boolean): void {
  if (!canViewPath) return;
  if (item.kind !== 'folder') {
    throw parameterRefusal('bad_request', 'can_view_path', say`"can_view_path" applies only to folders.`);
  }
  if (!isOwning(access.role)) throw coOwnersOnly();
}

/** @throws Refusal `bad_request` for an expiry in the past. */
export function requireFuture(expiresAt: number | null, now: number): void {
  if (expiresAt === null || expiresAt > now) return;
  throw parameterRefusal('bad_request', 'expires_at', say`"expires_at" must be in the future.`);
}

/** The refusal for an editor who tries to change the access of others. */
export function coOwnersOnly(): Refusal {
  const message = say`Only the owner and co-owners may do this with a collaboration.`;
  return new Refusal('access_denied_insufficient_permissions', message);
}

async function newCollaboration(
  change: Change,
  view: ItemView,
  invited: Invited,
  { role, expiresAt = null, isAccessOnly = false, canViewPath = false }: CreateCollaboration,
): Promise<CollaborationRecord> {
  const { tx, now, caller } = change;
  const isIn = await isInAtOnce(change, view, invited, isAccessOnly);
  return {
    id: await tx.allocateId(),
    itemId: view.item.id,
    userId: invited.kind === 'user' ? invited.user.id : null,
    groupId: invited.kind === 'group' ? invited.group.id : null,
    inviteEmail: invited.kind === 'address' ? invited.email : null,
    role,
    status: isIn ? 'accepted' : 'pending',
    createdBy: caller.user.id,
    createdAt: now,
    modifiedAt: now,
    acknowledgedAt: isIn ? now : null,
    expiresAt,
    isAccessOnly,
    canViewPath,
  };
}

async function isInAtOnce(
  { service, tx }: Change,
  { item }: ItemView,
  invited: Invited,
  isAccessOnly: boolean,
): Promise<boolean> {
  if (invited.kind === 'group') return true;
  if (invited.kind === 'address' || !service.settings.acceptManagedUsersAtOnce) return false;
  // Access-only items take no name in the root.
  return isAccessOnly || (await inWayOfShared(tx, invited.user, item)) === null;
}
