import { type ReactNode, useState } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Form } from '../../../components/form/form.tsx';
import { PersonField } from '../../../parts/person-field.tsx';
import { Listed } from '../../../parts/query-boundary.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { ShortList } from '../../../parts/short-list.tsx';
import { TakeOutButton } from '../../../parts/take-out-button.tsx';
import { byOffset } from '../../../state/service/list-parts.ts';
import { callService, SERVICE, useServiceAction } from '../../../state/service/service.ts';
import { useList } from '../../../state/service/use-list.ts';
import { texts } from '../../../texts/texts.ts';
import { type GroupRight, groupRights, isAllowed, type Permissions, withRight } from './group-rights.ts';

type Membership = ServiceAnswer<'listGroupMemberships'>['entries'][number];
type Role = NonNullable<Membership['role']>;
type About = Pick<ListSteps, 'onTell'> & { readonly groupId: string };

const PAGE_SIZE = 200;
const fields = 'user,role,configurable_permissions';
const roles = ['member', 'admin'] as const;
const roleOptions = () => roles.map((id) => ({ id, label: texts.people.memberRoles[id] }));

/** The members of a group and their roles; members can be added and removed. */
export function GroupMembers({ groupId, name, onTell }: About & { name: string }): ReactNode {
  const listing = useList<Membership>({
    key: [SERVICE, 'listGroupMemberships', groupId],
    read: byOffset(async (bridge, offset) => {
      const query = { fields, limit: PAGE_SIZE, offset };
      const page = await callService(bridge, 'listGroupMemberships', { params: { group_id: groupId }, query });
      return { entries: page.entries, total: page.total_count, limit: page.limit };
    }),
  });
  const { members, noMembers } = texts.people;
  return (
    <Listed listing={listing}>
      <div className="grid gap-4">
        <ShortList label={members(name)} listing={listing} nothing={noMembers}>
          {(membership) => <Member key={membership.id} groupId={groupId} membership={membership} onTell={onTell} />}
        </ShortList>
        <AddMember groupId={groupId} />
      </div>
    </Listed>
  );
}

function Member({ groupId, membership, onTell }: About & { membership: Membership }): ReactNode {
  const { id, user, role = 'member', configurable_permissions: permissions } = membership;
  const name = user?.name ?? '';
  const params = { group_membership_id: id };
  const change = useServiceAction((bridge, to: Role) =>
    callService(bridge, 'updateGroupMembership', { params, body: { role: to } }),
  );
  const removed = ({ role: lastRole = role, configurable_permissions: rights }: Membership): void =>
    onTell({
      sentence: texts.people.memberRemoved(name),
      undo: (bridge) =>
        callService(bridge, 'createGroupMembership', {
          body: {
            user: { id: user?.id ?? '' },
            group: { id: groupId },
            role: lastRole,
            ...(rights === undefined ? {} : { configurable_permissions: rights }),
          },
        }),
    });
  // A recent change may not be in the list yet, but an undo must restore it.
  const remove = useServiceAction(async (bridge) => {
    const last = await callService(bridge, 'getGroupMembership', { params, query: { fields } });
    await callService(bridge, 'deleteGroupMembership', { params });
    return last;
  }, removed);
  const error = change.error ?? remove.error;
  return (
    <li className="grid gap-1">
      <span className="">{name}</span>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Select
          label={texts.manage.changeRoleOf(name)}
          options={roleOptions()}
          value={role}
          onChange={(to) => change.mutate(to)}
        />
        <TakeOutButton name={name} removing={remove} />
      </div>
      {role === 'admin' && <Rights name={name} membershipId={id} permissions={permissions} />}
      <ErrorMessage error={error} />
    </li>
  );
}

/** The rights of a group administrator on the accounts of members. */
function Rights({
  name,
  membershipId,
  permissions,
}: {
  name: string;
  membershipId: string;
  permissions: Permissions;
}): ReactNode {
  const params = { group_membership_id: membershipId };
  // A request replaces all rights, and a recent change may not be in the list yet.
  const change = useServiceAction(async (bridge, [right, isOn]: readonly [GroupRight, boolean]) => {
    const { configurable_permissions: last } = await callService(bridge, 'getGroupMembership', {
      params,
      query: { fields },
    });
    const body = { configurable_permissions: withRight(last, right, isOn) };
    return callService(bridge, 'updateGroupMembership', { params, body });
  });
  return (
    <fieldset className="grid gap-1 pt-1">
      <legend className="mb-1 text-dim text-small">{texts.people.rightsOf(name)}</legend>
      {groupRights.map((right) => (
        <Checkbox
          key={right}
          label={texts.people.rights[right]}
          isOn={isAllowed(permissions, right)}
          isBusy={change.isPending}
          onChange={(isOn) => change.mutate([right, isOn])}
        />
      ))}
      <ErrorMessage error={change.error} />
    </fieldset>
  );
}

const formFields = ['user'];

function AddMember({ groupId }: { groupId: string }): ReactNode {
  const [userId, setUserId] = useState<string | null>(null);
  const [role, setRole] = useState<Role>('member');
  // Resets the field for the next person.
  const [round, setRound] = useState(0);
  const add = useServiceAction((bridge) =>
    callService(bridge, 'createGroupMembership', {
      body: { user: { id: userId ?? '' }, group: { id: groupId }, role },
    }),
  );
  const added = (): void => {
    setUserId(null);
    setRound(round + 1);
  };
  return (
    <div className="border-line border-t pt-4">
      <Form fields={formFields} sending={add} action={texts.manage.add} isReady={userId !== null} onSent={added}>
        <PersonField key={round} name="user" label={texts.people.addMember} onChoose={setUserId} />
        <Select label={texts.manage.role} options={roleOptions()} value={role} onChange={setRole} />
      </Form>
    </div>
  );
}
