import { useStatus } from '../../../../state/bridge/session.ts';
import { accessOf, type Collaboration, isNarrowed, useOwnAnswers } from '../../../../state/items/collaborations.ts';
import { type Item, may } from '../../../../state/items/item.ts';
import type { FolderAbove, Owner } from './item-people.ts';
import { type RoleOption, roles } from './role-menu.tsx';

/** How far the user may change the access of others to an item. */
export type Standing = {
  readonly userId: string | null;
  readonly mayInvite: boolean;
  /** As its owner or a co-owner. Also true where that is not known: the service explains its refusal. */
  readonly isOwning: boolean;
  /** The collaborations on the item that give the user access, alone or in a group; none if it is not known which do. */
  readonly ownIds: ReadonlySet<string>;
};

type People = { readonly owner: Owner | null; readonly above: readonly FolderAbove[] };

/** A role counts on everything below its folder, so the folders above are asked too. */
export function useStanding(
  item: Item,
  { owner, above }: People,
): { readonly standing: Standing; readonly isPending: boolean } {
  const userId = useStatus(({ account }) => account.user?.id) ?? null;
  const mayInvite = may(item, 'can_invite_collaborator');
  const isOwner = owner === null || userId === null || owner.id === userId;
  const asked = mayInvite && !isOwner ? [item, ...above] : [];
  const me = userId ?? '';
  const answers = useOwnAnswers(asked);
  const own = answers.flatMap(({ data = [] }) => accessOf(me, data));
  const onItem = answers[0]?.data ?? [];
  const isKnown = own.length > 0 && answers.every(({ error }) => error === null);
  return {
    standing: {
      userId,
      mayInvite,
      isOwning: mayInvite && (isOwner || !isKnown || own.some(({ role }) => role === 'co-owner')),
      ownIds: new Set(isNarrowed(me, onItem) ? accessOf(me, onItem).map(({ id }) => id) : []),
    },
    isPending: answers.some(({ isPending }) => isPending),
  };
}

/** The roles that the user may give. */
export const rolesToGive = ({ isOwning }: Standing): readonly RoleOption[] =>
  isOwning ? roles : roles.filter(({ id }) => id !== 'co-owner');

/** The changes of one collaboration that the service allows this user. */
export function changesOf(
  { id, role, accessible_by: by }: Collaboration,
  standing: Standing,
): { readonly roles: readonly RoleOption[]; readonly mayRemove: boolean } {
  const { userId, mayInvite, isOwning, ownIds } = standing;
  // Everyone can end their own access.
  const isOwn = userId !== null && by?.id === userId;
  const mayManage = isOwning || (mayInvite && role !== 'co-owner');
  const mayChange = mayManage && (isOwning || !(isOwn || ownIds.has(id)));
  return { roles: mayChange ? rolesToGive(standing) : [], mayRemove: mayManage || isOwn };
}
