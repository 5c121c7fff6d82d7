import { CircleCheck, CircleSlash } from 'lucide-react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import type { EntryAct } from '../../../parts/rows/row-act.ts';
import { useSelf } from '../../../state/account/person.ts';
import { runSequentially } from '../../../state/items/item-actions.ts';
import { callService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { groupAct } from './acts/group-act.tsx';
import { signOutAct } from './acts/sign-out-act.ts';
import { rightsOver, type User } from './user.ts';

type Status = NonNullable<User['status']>;

/** The actions on several accounts: on those among them that the viewer may change, and that are not in that state yet. */
export function useManyUsers(users: readonly User[], { onTell }: ListSteps): readonly EntryAct[] {
  const self = useSelf();
  const enterpriseId = self?.enterprise?.id;
  const mine = users.filter((user) => rightsOver(user, self) === 'all');
  if (mine.length === 0) return [];
  const [off, on] = [
    mine.filter(({ status }) => status === 'inactive'),
    mine.filter(({ status }) => status !== 'inactive'),
  ];
  return [
    ...(on.length === 0 ? [] : [turnAct(on, 'inactive')]),
    ...(off.length === 0 ? [] : [turnAct(off, 'active')]),
    groupAct({ users: mine, onTell }),
    ...(enterpriseId === undefined ? [] : [signOutAct(mine, enterpriseId)]),
  ];
}

function turnAct(users: readonly User[], to: 'active' | 'inactive'): EntryAct {
  const { activate, deactivate, activatedMany, deactivatedMany } = texts.people;
  const isOff = to === 'inactive';
  return {
    id: to,
    icon: isOff ? CircleSlash : CircleCheck,
    label: isOff ? deactivate : activate,
    group: 'change',
    send: async (bridge) => {
      await runSequentially(users, (user) => setStatus(bridge, user, to));
      return {
        sentence: isOff ? deactivatedMany(users.length) : activatedMany(users.length),
        undo: (undoing) => runSequentially(users, (user) => setStatus(undoing, user, user.status ?? 'active')),
      };
    },
  };
}

async function setStatus(bridge: TandemBridge, { id }: User, to: Status): Promise<void> {
  await callService(bridge, 'updateUser', { params: { user_id: id }, body: { status: to } });
}
