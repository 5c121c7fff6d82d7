import { isEmailAddress } from '../../../contract/rules/email-address.ts';
import { say } from '../../../contract/rules/say.ts';
import type { GroupRecord } from '../../ports/metadata/people/groups.ts';
import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { CollaborationRecord } from '../../ports/metadata/sharing/collaborations.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { mayInviteGroup } from '../access/enterprise/group-rights.ts';
import { findPerson, mayName, type PersonName } from '../access/find-person.ts';
import type { ItemView } from '../access/item-access.ts';
import { parameterRefusal, Refusal } from '../refusal.ts';
import type { Caller, Service } from '../service.ts';

/** The target of an invitation: a user by id or login, or a group by id. */
export interface InvitedName extends PersonName {
  /** A user by default. */
  readonly type?: 'user' | 'group' | undefined;
}

/** A user of this service, an email address without an account, or a group. */
export type Invited =
  | { readonly kind: 'user'; readonly user: UserRecord }
  | { readonly kind: 'address'; readonly email: string }
  | { readonly kind: 'group'; readonly group: GroupRecord };

/** False for the id of a user whom the caller must not find. Call it before the transaction. */
export async function mayInvite({ store }: Service, caller: Caller, name: InvitedName): Promise<boolean> {
  return name.type === 'group' || store.read((reads) => mayName(reads, caller, name));
}

/**
 * `isKnown` is the result of `mayInvite`.
 * @throws Refusal `not_found` if there is no such user whom the caller knows, or no such group that the caller may invite; `bad_request` for a login
 * that no account has, unless it is an email address: a mistyped name would wait for an account that never comes.
 */
export async function findInvited(
  reads: MetadataReads,
  caller: Caller,
  name: InvitedName,
  isKnown: boolean,
): Promise<Invited> {
  if (name.type === 'group') return findGroup(reads, caller, name);
  const { id, login } = name;
  const user = isKnown ? await findPerson(reads, name) : null;
  if (user) return { kind: 'user', user };
  if (id === undefined && login !== undefined) {
    if (isEmailAddress(login)) return { kind: 'address', email: login };
    const message = say`No account has the login "${login}". Use the login of an account, or an email address.`;
    throw parameterRefusal('bad_request', 'accessible_by.login', message);
  }
  const message = say`User ${id ?? ''} does not exist, or you share nothing with this person. Use the login instead of the id.`;
  throw new Refusal('not_found', message);
}

async function findGroup(reads: MetadataReads, caller: Caller, { id }: InvitedName): Promise<Invited> {
  if (id === undefined) {
    throw parameterRefusal('bad_request', 'accessible_by.id', say`Invite a group by its "id".`);
  }
  const group = await reads.groups.get(id);
  if (group && (await mayInviteGroup(reads, caller, group))) return { kind: 'group', group };
  throw new Refusal('not_found', say`Group ${id} does not exist, or you may not invite it.`);
}

/** @throws Refusal `user_already_collaborator` for the owner, and for existing or invited collaborators. */
export async function requireNotIn(reads: MetadataReads, { item }: ItemView, invited: Invited): Promise<void> {
  const isOwner = invited.kind === 'user' && invited.user.id === item.ownerId;
  const others = (await reads.collaborations.listOfItems([item.id])).filter(({ status }) => status !== 'rejected');
  if (!isOwner && !others.some((other) => isFor(other, invited))) return;
  const message =
    invited.kind === 'group'
      ? say`This group already has access to "${item.name}" or is invited to it.`
      : say`This person already has access to "${item.name}" or is invited to it.`;
  throw new Refusal('user_already_collaborator', message);
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
 * People without an account are outside the enterprise.
 * @throws Refusal `forbidden_by_policy` if the folder, the hub or the inviting account is restricted to the enterprise.
 */
export function requireInEnterprise(
  caller: Caller,
  invited: Invited,
  place: { readonly name: string; readonly isRestricted: boolean },
): void {
  if (invited.kind !== 'address') return;
  if (caller.user.profile.isExternalCollabRestricted) {
    throw new Refusal('forbidden_by_policy', say`Your account may not invite people outside the enterprise.`);
  }
  if (!place.isRestricted) return;
  const message = say`Only people in the enterprise can be invited to "${place.name}". "${invited.email}" has no account.`;
  throw new Refusal('forbidden_by_policy', message);
}
