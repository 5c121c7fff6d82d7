import { CircleCheck, CircleSlash } from 'lucide-react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import type { EntryAct } from '../../../parts/rows/row-act.ts';
import { doEach } from '../../../parts/toasts/each-item.ts';
import { useSelf } from '../../../state/account/person.ts';
import { callService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { changeEach } from './acts/change-each.ts';
import { groupAct } from './acts/group-act.tsx';
import { roleAct } from './acts/role-act.tsx';
import { signOutAct } from './acts/sign-out-act.ts';
import { givenRoleOf, rightsOver, type User } from './user.ts';

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
  const roled = mine.filter((user) => givenRoleOf(user, self) !== null);
  return [
    ...(on.length === 0 ? [] : [turnAct(on, 'inactive', onTell)]),
    ...(off.length === 0 ? [] : [turnAct(off, 'active', onTell)]),
    ...(roled.length === 0 ? [] : [roleAct({ users: roled, onTell })]),
    groupAct({ users: mine, onTell }),
    ...(enterpriseId === undefined ? [] : [signOutAct(mine, enterpriseId)]),
  ];
}

function turnAct(users: readonly User[], to: 'active' | 'inactive', onTell: ListSteps['onTell']): EntryAct {
  const { activate, deactivate, activatedMany, deactivatedMany } = texts.people;
  const isOff = to === 'inactive';
  return {
    id: to,
    icon: isOff ? CircleSlash : CircleCheck,
    label: isOff ? deactivate : activate,
    group: 'change',
    send: async (bridge) => {
      const { changed, refusal } = await changeEach(users, (user) => setStatus(bridge, user, to));
      if (changed.length > 0) {
        onTell({
          sentence: isOff ? deactivatedMany(changed.length) : activatedMany(changed.length),
          undo: (undoing) => doEach(changed, (user) => setStatus(undoing, user, user.status ?? 'active')),
        });
      }
      if (refusal !== null) throw refusal;
      return null;
    },
  };
}

async function setStatus(bridge: TandemBridge, { id }: User, to: Status): Promise<void> {
  await callService(bridge, 'updateUser', { params: { user_id: id }, body: { status: to } });
}
