import { UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ServiceAnswer } from '../../../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { FormDialog } from '../../../../components/overlay/form-dialog.tsx';
import { GroupField } from '../../../../parts/person-field.tsx';
import type { ListSteps } from '../../../../parts/rows/list-page.tsx';
import type { EntryAct } from '../../../../parts/rows/row-act.ts';
import { doEach } from '../../../../parts/toasts/each-item.ts';
import { CommandRefused } from '../../../../state/bridge/bridge.ts';
import { callService, useServiceAction } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import { namesOf, type User } from '../user.ts';

type About = Pick<ListSteps, 'onTell'> & { readonly users: readonly User[] };

/** Takes users into a group. */
export const groupAct = (about: About): EntryAct => ({
  id: 'group',
  icon: UsersRound,
  label: texts.people.addToGroup,
  group: 'share',
  ask: (close) => <AddToGroupDialog {...about} onClose={close} />,
});

const fields = ['group'];

/** Asks for the group, which gives the access of its members. */
function AddToGroupDialog({ users, onTell, onClose }: About & { readonly onClose: () => void }): ReactNode {
  const [groupId, setGroupId] = useState<string | null>(null);
  const { addToGroupTitle, addToGroupAction, addedToGroup, allInGroup } = texts.people;
  const add = useServiceAction(
    (bridge) => addAll(bridge, users, groupId ?? ''),
    (added) => {
      const [first] = added;
      if (first === undefined) return onTell({ sentence: allInGroup, undo: null });
      const who = namesOf(added.map(({ user }) => user));
      const group = first.membership.group?.name ?? '';
      onTell({ sentence: addedToGroup(who, group), undo: (bridge) => removeAll(bridge, added) });
    },
  );
  return (
    <FormDialog
      title={addToGroupTitle(namesOf(users))}
      fields={fields}
      sending={add}
      action={addToGroupAction}
      isReady={groupId !== null}
      onSent={onClose}
      onClose={onClose}
    >
      <GroupField name="group" label={texts.manage.group} onChoose={setGroupId} />
    </FormDialog>
  );
}

type Added = { readonly user: User; readonly membership: ServiceAnswer<'createGroupMembership'> };

/** Of several, those that are members already stay. */
async function addAll(bridge: TandemBridge, users: readonly User[], groupId: string): Promise<readonly Added[]> {
  const added = new Map<User, Added>();
  await doEach(users, async (user) => {
    const body = { user: { id: user.id }, group: { id: groupId } };
    try {
      added.set(user, { user, membership: await callService(bridge, 'createGroupMembership', { body }) });
    } catch (error) {
      const isMember = error instanceof CommandRefused && error.code === 'conflict';
      if (users.length === 1 || !isMember) throw error;
    }
  });
  return users.flatMap((user) => added.get(user) ?? []);
}

const removeAll = (bridge: TandemBridge, added: readonly Added[]): Promise<void> =>
  doEach(added, ({ membership: { id } }) =>
    callService(bridge, 'deleteGroupMembership', { params: { group_membership_id: id } }),
  );
