import type { CollaborationRecord } from '../../ports/metadata/collaborations.ts';
import type { GroupRecord } from '../../ports/metadata/groups.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import type { ItemView } from '../access/item-access.ts';
import { mayInviteGroup } from '../groups/group-rights.ts';
import { parameterRefusal, Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';
import { pathSettings } from './path-settings.ts';

/** Whom an invitation names: by id or by login a person, by id a group. */
export interface InvitedName {
  /** A person, unless it says otherwise. */
  readonly type?: 'user' | 'group' | undefined;
  readonly id?: string | undefined;
  readonly login?: string | undefined;
}

/** Somebody of this service, an address that nobody has yet, or a group. */
export type Invited =
  | { readonly kind: 'user'; readonly user: UserRecord }
  | { readonly kind: 'address'; readonly email: string }
  | { readonly kind: 'group'; readonly group: GroupRecord };

/** @throws Refusal `not_found` when there is nobody of that name, or no group that the caller may invite. */
export async function findInvited(reads: MetadataReads, caller: Caller, name: InvitedName): Promise<Invited> {
  if (name.type === 'group') return findGroup(reads, caller, name);
  const { id, login } = name;
  const user = id !== undefined ? await reads.users.get(id) : await byAddress(reads, login);
  if (user) return { kind: 'user', user };
  if (id === undefined && login !== undefined) return { kind: 'address', email: login };
  throw new Refusal('not_found', `There is no user ${id ?? ''} to invite.`);
}

async function byAddress({ users }: MetadataReads, login: string | undefined): Promise<UserRecord | null> {
  if (login === undefined) return null;
  const alias = await users.getAlias(login);
  return alias ? users.get(alias.userId) : users.getByLogin(login);
}

async function findGroup(reads: MetadataReads, caller: Caller, { id }: InvitedName): Promise<Invited> {
  if (id === undefined) {
    throw parameterRefusal('bad_request', 'accessible_by.id', 'A group is invited by its "id".');
  }
  const group = await reads.groups.get(id);
  if (group && (await mayInviteGroup(reads, caller, group))) return { kind: 'group', group };
  throw new Refusal('not_found', `There is no group ${id} that you may invite.`);
}

/** @throws Refusal `user_already_collaborator` for the owner, and for who is in or invited already. */
export async function requireNotIn(reads: MetadataReads, { item }: ItemView, invited: Invited): Promise<void> {
  const isOwner = invited.kind === 'user' && invited.user.id === item.ownerId;
  const others = (await reads.collaborations.listOfItems([item.id])).filter(({ status }) => status !== 'rejected');
  if (!isOwner && !others.some((other) => isFor(other, invited))) return;
  const who = invited.kind === 'group' ? 'This group' : 'This person';
  throw new Refusal('user_already_collaborator', `${who} has access to "${item.name}" already, or was invited.`);
}

function isFor({ userId, groupId, inviteEmail }: CollaborationRecord, invited: Invited): boolean {
  switch (invited.kind) {
    case 'user':
      return userId === invited.user.id;
    case 'group':
      return groupId === invited.group.id;
    case 'address':
      return inviteEmail?.toLowerCase() === invited.email.toLowerCase();
  }
}

/**
 * People without an account are from outside of the enterprise.
 * @throws Refusal `forbidden_by_policy` where a folder, or the account of who invites, keeps to the enterprise.
 */
export async function requireInEnterprise(
  reads: MetadataReads,
  caller: Caller,
  view: ItemView,
  invited: Invited,
): Promise<void> {
  if (invited.kind !== 'address') return;
  if (caller.user.profile.isExternalCollabRestricted) {
    throw new Refusal('forbidden_by_policy', 'Your account may not invite people from outside of the enterprise.');
  }
  if (!(await pathSettings(reads, view)).isRestrictedToEnterprise) return;
  const message = `Only people of the enterprise may be invited to "${view.item.name}"; "${invited.email}" has no account.`;
  throw new Refusal('forbidden_by_policy', message);
}
