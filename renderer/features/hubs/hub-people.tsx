import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { Select } from '../../components/controls/select.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form } from '../../components/form/form.tsx';
import { GroupField } from '../../parts/person-field.tsx';
import { Listed } from '../../parts/query-boundary.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import type { ListSteps } from '../../parts/rows/list-page.tsx';
import { ShortList } from '../../parts/short-list.tsx';
import { TakeOutButton } from '../../parts/take-out-button.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { type Hub, type HubMember, type HubRole, hubRole, hubRoles, useHubMembers } from './hub.ts';

type About = ListSteps & { readonly hub: Hub; readonly role: HubRole | null };

/** The members of a hub and their roles, with actions to invite, change a role, and remove. */
export function HubPeople({ hub, role, onGone, onTell }: About): ReactNode {
  const listing = useHubMembers(hub.id);
  const userId = useStatus(({ account }) => account.user?.id);
  const mayInvite = role === 'co-owner' || (role === 'editor' && hub.can_non_owners_invite === true);
  return (
    <Listed listing={listing}>
      <div className="grid gap-4">
        <ShortList label={texts.hubs.people} listing={listing} nothing={texts.people.noMembers}>
          {(member) => {
            const isSelf = member.accessible_by?.type === 'user' && member.accessible_by.id === userId;
            return (
              <Member key={member.id} hub={hub} member={member} mayGovern={role === 'co-owner'} onTell={onTell}>
                {isSelf && <Leave hub={hub} member={member} onGone={onGone} onTell={onTell} />}
              </Member>
            );
          }}
        </ShortList>
        {mayInvite && <Invite hub={hub} role={role ?? 'viewer'} />}
      </div>
    </Listed>
  );
}

function Member({
  hub,
  member,
  mayGovern,
  onTell,
  children,
}: Pick<ListSteps, 'onTell'> & {
  hub: Hub;
  member: HubMember;
  mayGovern: boolean;
  /** Replaces Remove with Leave on one's own row. */
  children: ReactNode;
}): ReactNode {
  const params = { hub_collaboration_id: member.id };
  const change = useServiceAction((bridge, to: HubRole) =>
    callService(bridge, 'updateHubCollaboration', { params, body: { role: to } }),
  );
  const name = nameOf(member);
  const role = hubRole(member.role);
  const undo = role === null ? null : (bridge: TandemBridge) => giveAgain(bridge, hub, member, role);
  const remove = useServiceAction(
    (bridge) => callService(bridge, 'deleteHubCollaboration', { params }),
    () => onTell({ sentence: texts.hubs.removed(name), undo }),
  );
  const error = change.error ?? remove.error;
  return (
    <li className="grid gap-1">
      <span className="">{name}</span>
      {member.status === 'pending' && <span className="text-dim text-small">{texts.hubs.pending}</span>}
      {member.status === 'rejected' && <span className="text-dim text-small">{texts.hubs.rejected}</span>}
      <div className="flex flex-wrap items-end justify-between gap-2">
        {mayGovern && role !== null ? (
          <Select
            label={texts.manage.changeRoleOf(name)}
            options={roleOptions(hubRoles)}
            value={role}
            onChange={(to) => change.mutate(to)}
          />
        ) : (
          <span className="text-dim">{role === null ? member.role : texts.hubs.roles[role]}</span>
        )}
        {children}
        {children === false && mayGovern && <TakeOutButton name={name} removing={remove} />}
      </div>
      <ErrorMessage error={error} />
    </li>
  );
}

function Leave({
  hub,
  member,
  onGone,
  onTell,
}: Pick<ListSteps, 'onGone' | 'onTell'> & { hub: Hub; member: HubMember }): ReactNode {
  const title = hub.title ?? '';
  const left = (): void => {
    onGone(hub.id);
    onTell({ sentence: texts.hubs.left(title), undo: null });
  };
  return (
    <RemoveButton
      title={texts.hubs.leaveTitle(title)}
      detail={texts.hubs.leaveDetail}
      action={texts.hubs.leave}
      act={(bridge) => callService(bridge, 'deleteHubCollaboration', { params: { hub_collaboration_id: member.id } })}
      onDone={left}
    >
      {texts.hubs.leave}
    </RemoveButton>
  );
}

const inviteFields = ['accessible_by', 'role'];

function Invite({ hub, role: own }: { hub: Hub; role: HubRole }): ReactNode {
  const [kind, setKind] = useState<'user' | 'group'>('user');
  const [login, setLogin] = useState('');
  const [groupId, setGroupId] = useState<string | null>(null);
  const [role, setRole] = useState<HubRole>('viewer');
  const invite = useServiceAction((bridge) =>
    callService(bridge, 'createHubCollaboration', {
      body: {
        hub: { type: 'hubs', id: hub.id },
        accessible_by: kind === 'user' ? { type: 'user', login: login.trim() } : { type: 'group', id: groupId ?? '' },
        role,
      },
    }),
  );
  // The field of the group comes back empty.
  const changeKind = (to: typeof kind): void => {
    setKind(to);
    setGroupId(null);
  };
  const words = texts.hubs;
  return (
    <div className="border-line border-t pt-4">
      <Form
        fields={inviteFields}
        sending={invite}
        action={words.invite}
        isReady={kind === 'user' ? login.trim() !== '' : groupId !== null}
        onSent={() => setLogin((now) => (now === login ? '' : now))}
      >
        <Select
          label={words.whom}
          options={(['user', 'group'] as const).map((id) => ({ id, label: words.kinds[id] }))}
          value={kind}
          onChange={changeKind}
        />
        {kind === 'user' ? (
          <Field name="accessible_by" label={words.login} value={login} onChange={setLogin} />
        ) : (
          <GroupField name="accessible_by" label={texts.manage.group} onChoose={setGroupId} />
        )}
        <Select
          label={texts.manage.role}
          // Members can grant at most their own role.
          options={roleOptions(hubRoles.slice(0, hubRoles.indexOf(own) + 1))}
          value={role}
          onChange={setRole}
        />
      </Form>
    </div>
  );
}

const roleOptions = (roles: readonly HubRole[]) => roles.map((id) => ({ id, label: texts.hubs.roles[id] }));

/** The service hides the name of an invited user. */
function nameOf({ accessible_by: by }: HubMember): string {
  const known = [by?.name, by?.login].find((name) => name !== undefined && name !== '');
  return known ?? texts.hubs.pendingName(by?.id ?? '');
}

function giveAgain(bridge: TandemBridge, hub: Hub, { accessible_by: by }: HubMember, role: HubRole): Promise<unknown> {
  const login = by !== undefined && 'login' in by ? by.login : undefined;
  const name = login === undefined || login === '' ? { id: by?.id ?? '' } : { login };
  return callService(bridge, 'createHubCollaboration', {
    body: { hub: { id: hub.id }, accessible_by: { type: by?.type ?? 'user', ...name }, role },
  });
}
