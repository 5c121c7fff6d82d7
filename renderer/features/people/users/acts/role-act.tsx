import { UserCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { RadioChoice } from '../../../../components/controls/choices/radio-choice.tsx';
import { FormDialog } from '../../../../components/overlay/form-dialog.tsx';
import type { ListSteps } from '../../../../parts/rows/list-page.tsx';
import type { EntryAct } from '../../../../parts/rows/row-act.ts';
import { doEach } from '../../../../parts/toasts/each-item.ts';
import { callService, useServiceAction } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import { type GivenRole, givenRoles, namesOf, type User } from '../user.ts';
import { changeEach } from './change-each.ts';

type About = Pick<ListSteps, 'onTell'> & { readonly users: readonly User[] };

/** Gives users a role, which the viewer must be allowed to. */
export const roleAct = (about: About): EntryAct => ({
  id: 'role',
  icon: UserCog,
  label: texts.people.changeRole,
  group: 'change',
  ask: (close) => <RoleDialog {...about} onClose={close} />,
});

const fields = ['role'];
const options = givenRoles.map((id) => ({ id, label: texts.people.roles[id] }));
const roleOf = ({ role }: User): GivenRole => (role === 'coadmin' ? role : 'user');

/** Stays open with those whose role could not be changed. */
function RoleDialog({ users, onTell, onClose }: About & { readonly onClose: () => void }): ReactNode {
  const [left, setLeft] = useState(users);
  const [to, setTo] = useState<GivenRole>('user');
  const { changeRoleTitle, changeRoleAction, role, roles, roleChanged, rolesChanged } = texts.people;
  const others = left.filter((user) => roleOf(user) !== to);
  const change = useServiceAction(async (bridge) => {
    const outcome = await changeEach(others, ({ id }) => setRole(bridge, id, to));
    const [first] = outcome.changed;
    if (first !== undefined) {
      const count = outcome.changed.length;
      onTell({
        sentence: count === 1 ? roleChanged(first.name ?? '', roles[to]) : rolesChanged(count, roles[to]),
        undo: (undoing) => doEach(outcome.changed, (user) => setRole(undoing, user.id, roleOf(user))),
      });
      setLeft(outcome.left);
    }
    if (outcome.refusal !== null) throw outcome.refusal;
  });
  return (
    <FormDialog
      title={changeRoleTitle(namesOf(left))}
      fields={fields}
      sending={change}
      action={changeRoleAction}
      isReady={others.length > 0}
      onSent={onClose}
      onClose={onClose}
    >
      <RadioChoice label={role} options={options} value={to} onChange={setTo} />
    </FormDialog>
  );
}

export async function setRole(bridge: TandemBridge, id: string, role: GivenRole): Promise<void> {
  await callService(bridge, 'updateUser', { params: { user_id: id }, body: { role } });
}
