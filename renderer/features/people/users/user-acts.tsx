import { CircleCheck, CircleSlash, FolderOutput, Pencil, Trash2 } from 'lucide-react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import type { EntryAct } from '../../../parts/rows/row-act.ts';
import { useSelf } from '../../../state/account/person.ts';
import { callService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { DeleteUserDialog } from './acts/delete-user-dialog.tsx';
import { GiveAwayDialog } from './acts/give-away.tsx';
import { groupAct } from './acts/group-act.tsx';
import { signOutAct } from './acts/sign-out-act.ts';
import { rightsOver, type User } from './user.ts';

/** The actions on an account that the viewer's role allows. */
export function useUserActs(user: User, steps: ListSteps): readonly EntryAct[] {
  const self = useSelf();
  const rights = rightsOver(user, self);
  const enterpriseId = self?.enterprise?.id;
  const open: EntryAct = {
    id: 'open',
    icon: Pencil,
    label: rights === 'all' ? texts.manage.edit : texts.manage.details,
    group: 'look',
    show: () => steps.onChoose(user.id),
  };
  if (rights !== 'all') return [open];
  return [
    open,
    groupAct({ users: [user], onTell: steps.onTell }),
    ...(enterpriseId === undefined ? [] : [signOutAct([user], enterpriseId)]),
    turnAct(user),
    giveAct(user, steps),
    deleteAct(user, steps),
  ];
}

/** Deactivates the account, or activates it again. */
function turnAct({ id, name = '', status = 'active' }: User): EntryAct {
  const isOff = status === 'inactive';
  const set = (bridge: TandemBridge, to: typeof status) =>
    callService(bridge, 'updateUser', { params: { user_id: id }, body: { status: to } });
  const { activate, deactivate, activated, deactivated } = texts.people;
  return {
    id: 'turn',
    icon: isOff ? CircleCheck : CircleSlash,
    label: isOff ? activate : deactivate,
    group: 'change',
    send: async (bridge) => {
      await set(bridge, isOff ? 'active' : 'inactive');
      return { sentence: isOff ? activated(name) : deactivated(name), undo: (undoing) => set(undoing, status) };
    },
  };
}

const giveAct = (user: User, { onTell }: ListSteps): EntryAct => ({
  id: 'give',
  icon: FolderOutput,
  label: texts.people.giveAway,
  group: 'change',
  ask: (close) => <GiveAwayDialog user={user} onTell={onTell} onClose={close} />,
});

/** Asks what happens to the user's files. */
const deleteAct = (user: User, steps: ListSteps): EntryAct => ({
  id: 'delete',
  icon: Trash2,
  label: texts.people.deleteUser,
  group: 'remove',
  ask: (close) => <DeleteUserDialog user={user} steps={steps} onClose={close} />,
});
