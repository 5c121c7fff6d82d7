import { type ReactNode, useState } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { Form } from '../../components/form.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { ErrorState, Skeleton } from '../../components/page-state.tsx';
import { Tick } from '../../components/tick.tsx';
import type { Done } from '../../parts/done-bar.tsx';
import { PersonField } from '../../parts/person-field.tsx';
import { callService, useServiceAction, useServiceList } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';
import { groupRights, isAllowed, type Permissions, withRight } from './group-rights.ts';

type Membership = ServiceAnswer<'listGroupMemberships'>['entries'][number];
type Role = NonNullable<Membership['role']>;
type About = { readonly groupId: string; readonly onTell: (done: Done) => void };

const PAGE_SIZE = 200;
const roles = ['member', 'admin'] as const;
const roleOptions = () => roles.map((id) => ({ id, label: texts.people.memberRoles[id] }));

/** Who is in a group and as what; to take people in and out. */
export function GroupMembers({ groupId, name, onTell }: About & { name: string }): ReactNode {
  const listing = useServiceList<Membership>(['memberships', groupId], async (bridge, offset) => {
    const query = { fields: 'user,role,configurable_permissions', limit: PAGE_SIZE, offset };
    const page = await callService(bridge, 'listGroupMemberships', { params: { group_id: groupId }, query });
    return { entries: page.entries, total: page.total_count };
  });
  if (listing.isPending) return <Skeleton className="h-24" />;
  const { error } = listing;
  if (error !== null) return <ErrorState sentence={error.message} remedy={error.remedy} onRetry={listing.again} />;
  return (
    <div className="grid gap-4">
      {listing.entries.length === 0 ? (
        <p className="text-dim">{texts.people.noMembers}</p>
      ) : (
        <ul aria-label={texts.people.members(name)} className="grid gap-3">
          {listing.entries.map((membership) => (
            <Member key={membership.id} groupId={groupId} membership={membership} onTell={onTell} />
          ))}
        </ul>
      )}
      {listing.total > listing.entries.length && <Button onPress={listing.more}>{texts.actions.more}</Button>}
      <AddMember groupId={groupId} />
    </div>
  );
}

function Member({ groupId, membership, onTell }: About & { membership: Membership }): ReactNode {
  const { id, user, role = 'member', configurable_permissions: permissions } = membership;
  const name = user?.name ?? '';
  const params = { group_membership_id: id };
  const change = useServiceAction((bridge, to: Role) =>
    callService(bridge, 'updateGroupMembership', { params, body: { role: to } }),
  );
  const remove = useServiceAction(async (bridge) => {
    await callService(bridge, 'deleteGroupMembership', { params });
  });
  const error = change.error ?? remove.error;
  const removed = (): void =>
    onTell({
      sentence: texts.people.memberRemoved(name),
      undo: (bridge) =>
        callService(bridge, 'createGroupMembership', {
          body: {
            user: { id: user?.id ?? '' },
            group: { id: groupId },
            role,
            ...(permissions === undefined ? {} : { configurable_permissions: permissions }),
          },
        }),
    });
  return (
    <li className="grid gap-1">
      <span className="font-medium">{name}</span>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Choice
          label={texts.manage.changeRoleOf(name)}
          options={roleOptions()}
          value={role}
          onChange={(to) => change.mutate(to)}
        />
        <Button
          aria-label={texts.manage.removeOf(name)}
          isDisabled={remove.isPending}
          onPress={() => remove.mutate(undefined, { onSuccess: removed })}
        >
          {texts.manage.remove}
        </Button>
      </div>
      {role === 'admin' && <Rights name={name} membershipId={id} permissions={permissions} />}
      {error !== null && <InlineError sentence={error.message} remedy={error.remedy} />}
    </li>
  );
}

/** What an administrator of the group may do with the accounts of its members. */
function Rights({
  name,
  membershipId,
  permissions,
}: {
  name: string;
  membershipId: string;
  permissions: Permissions;
}): ReactNode {
  const change = useServiceAction((bridge, to: Record<string, boolean>) =>
    callService(bridge, 'updateGroupMembership', {
      params: { group_membership_id: membershipId },
      body: { configurable_permissions: to },
    }),
  );
  return (
    <fieldset className="grid gap-1 pt-1">
      <legend className="mb-1 text-dim text-small">{texts.people.rightsOf(name)}</legend>
      {groupRights.map((right) => (
        <Tick
          key={right}
          label={texts.people.rights[right]}
          isOn={isAllowed(permissions, right)}
          isDisabled={change.isPending}
          onChange={(isOn) => change.mutate(withRight(permissions, right, isOn))}
        />
      ))}
      {change.error !== null && <InlineError sentence={change.error.message} remedy={change.error.remedy} />}
    </fieldset>
  );
}

const fields = ['user'];

function AddMember({ groupId }: { groupId: string }): ReactNode {
  const [userId, setUserId] = useState<string | null>(null);
  const [role, setRole] = useState<Role>('member');
  // A new field for the next one.
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
      <Form
        fields={fields}
        refused={add.error}
        action={texts.manage.add}
        isPending={add.isPending}
        isReady={userId !== null}
        onSubmit={() => add.mutate(undefined, { onSuccess: added })}
      >
        <PersonField key={round} name="user" label={texts.people.addMember} onChoose={setUserId} />
        <Choice label={texts.manage.role} options={roleOptions()} value={role} onChange={setRole} />
      </Form>
    </div>
  );
}
