import { type ReactNode, useCallback, useState } from 'react';
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../../components/feedback/page-state.tsx';
import { Avatar } from '../../../../parts/people/avatar.tsx';
import { useStatus } from '../../../../state/bridge/session.ts';
import { useNow } from '../../../../state/hooks/use-now.ts';
import type { Collaboration } from '../../../../state/items/collaborations.ts';
import type { Item } from '../../../../state/items/item.ts';
import { callService, useService, useServiceAction } from '../../../../state/service/service.ts';
import { formatAge } from '../../../../texts/format.ts';
import { roleName } from '../../../../texts/role-name.ts';
import { texts } from '../../../../texts/texts.ts';
import { CollaboratorMark } from './collaborator-mark.tsx';
import { type Invitation, InviteForm, inviteTo } from './invite-form.tsx';
import { nameOf, type Owner, useItemPeople } from './item-people.ts';
import { type Role, RoleMenu, type RoleOption, roles } from './role-menu.tsx';
import { changesOf, rolesToGive, type Standing, useStanding } from './standing.ts';
import { useSeenRows } from './use-seen-rows.ts';

/** As many rows with their menus as are drawn without a stutter; more come as a person scrolls. */
const MOST_AT_FIRST = 100;

/** The collaborators of a file or folder and their roles, with actions to invite, change a role, and remove. */
export function PeopleTab({ item }: { item: Item }): ReactNode {
  const { owner, above, shared: people, isPending: isAsked, error, seen } = useItemPeople(item);
  const { standing, isPending: isUnknown } = useStanding(item, { owner, above });
  const isPending = isAsked || isUnknown;
  const [most, setMost] = useState(MOST_AT_FIRST);
  const shown = people.slice(0, most);
  const look = useCallback(
    (last: number): void => {
      seen(last);
      setMost((known) => (last > known - MOST_AT_FIRST / 2 ? known + MOST_AT_FIRST : known));
    },
    [seen],
  );
  const me = useStatus(({ account }) => account.user);
  // An item that no one shares is the person's own, also where the service does not name its owner.
  const shownOwner = owner ?? (people.length === 0 && error === null ? me : null);
  // No row is drawn before the owner is known.
  const list = useSeenRows<HTMLUListElement>(isPending ? 0 : shown.length, look);
  if (isPending) return <Skeleton className="h-24" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {standing.mayInvite && item.id !== '0' && (
        <Invite item={item} hidden={withAccess(owner, people)} offered={rolesToGive(standing)} />
      )}
      <ErrorMessage error={error} />
      {(people.length > 0 || shownOwner !== null) && (
        <ul ref={list} aria-label={texts.files.people} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {shownOwner !== null && <OwnerRow owner={shownOwner} />}
          {shown.map((one) => (
            <Person key={one.id} collaboration={one} standing={standing} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The ids of those who need no invitation. */
const withAccess = (owner: Owner | null, people: readonly Collaboration[]): ReadonlySet<string> =>
  new Set([owner?.id, ...people.map(({ accessible_by: by }) => by?.id)].filter((id) => id !== undefined));

function OwnerRow({ owner: { id, name, login } }: { owner: Pick<Owner, 'id' | 'name' | 'login'> }): ReactNode {
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const called = name === '' ? login : name;
  return (
    <li className="flex items-center gap-3">
      <Avatar id={id} name={called} size={36} />
      <Named name={called} isMe={id === me} detail={login === called ? '' : login} />
      <RoleText>{texts.files.owner}</RoleText>
    </li>
  );
}

/** A role that can't be changed: ends where the roles with a menu end, before their arrow. */
const RoleText = ({ children }: { children: string }): ReactNode => (
  <span className="pe-6 text-dense text-dim">{children}</span>
);

function Named({ name, isMe = false, detail }: { name: string; isMe?: boolean; detail: string }): ReactNode {
  return (
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate">
        {isMe ? `${name} ${texts.people.you}` : name}
      </span>
      <span dir="auto" className="block truncate text-dim text-small">
        {detail}
      </span>
    </span>
  );
}

function Person({ collaboration, standing }: { collaboration: Collaboration; standing: Standing }): ReactNode {
  const { id, role = '' } = collaboration;
  const params = { collaboration_id: id };
  const change = useServiceAction((bridge, to: Role) =>
    callService(bridge, 'updateCollaboration', { params, body: { role: to } }),
  );
  const remove = useServiceAction((bridge) => callService(bridge, 'deleteCollaboration', { params }));
  const name = nameOf(collaboration);
  const detail = useDetail(collaboration);
  const error = change.error ?? remove.error;
  const current = roles.find((known) => known.id === role)?.id;
  const { roles: offered, mayRemove } = changesOf(collaboration, standing);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
      <div className="flex items-center gap-3">
        <CollaboratorMark collaboration={collaboration} size={36} />
        <Named name={name} detail={detail} />
        {mayRemove && current !== undefined ? (
          <RoleMenu
            name={name}
            role={current}
            offered={offered}
            isBusy={change.isPending || remove.isPending}
            onRole={(to) => change.mutate(to)}
            onRemove={() => remove.mutate(undefined)}
          />
        ) : (
          <RoleText>{roleName(role)}</RoleText>
        )}
      </div>
      <ErrorMessage error={error} />
    </li>
  );
}

/** Below the name: since when the invitation waits, what a group is, or the sign-in name. */
function useDetail(collaboration: Collaboration): string {
  const nowMs = useNow(60_000);
  const { status, created_at: at, accessible_by: by } = collaboration;
  const group = by?.type === 'group' ? { params: { group_id: by.id }, query: { limit: 1 } } : null;
  // Only its members and administrators can see who is in it.
  const members = useService('listGroupMemberships', group, ({ total_count: count }) => count).data;
  if (status !== 'pending' && group !== null) {
    return members === undefined ? texts.manage.group : texts.people.count(members);
  }
  if (status !== 'pending') return loginOf(collaboration);
  return at === undefined || at === null
    ? texts.files.pendingInvitation
    : texts.files.invitedAt(formatAge(Date.parse(at), nowMs));
}

/** Shown below the name unless it is the name. */
function loginOf(collaboration: Collaboration): string {
  const login = collaboration.accessible_by?.login ?? '';
  return login === nameOf(collaboration) ? '' : login;
}

type InviteProps = {
  readonly item: Item;
  readonly hidden: ReadonlySet<string>;
  readonly offered: readonly RoleOption[];
};

function Invite({ item, hidden, offered }: InviteProps): ReactNode {
  const invite = useServiceAction((bridge, invitation: Invitation) => inviteTo(bridge, item, invitation));
  return (
    <InviteForm
      hidden={hidden}
      offered={offered}
      isBusy={invite.isPending}
      error={invite.error}
      onInvite={(invitation, onSent) => invite.mutate(invitation, { onSuccess: onSent })}
    />
  );
}
