import { CircleCheck, CircleSlash } from 'lucide-react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import type { RowAct } from '../../../parts/rows/row-act.ts';
import { useSelf } from '../../../state/account/person.ts';
import { runSequentially } from '../../../state/items/item-actions.ts';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { rightsOver, type User } from './user.ts';

type Status = NonNullable<User['status']>;
type Change = { readonly users: readonly User[]; readonly to: Status };

/** The actions on several accounts: on those among them that the viewer may change and that are not in that state yet. */
export function useManyUsers(users: readonly User[], { onTell }: ListSteps): readonly RowAct[] {
  const self = useSelf();
  const { activate, deactivate, activatedMany, deactivatedMany } = texts.people;
  const set = useServiceAction(async (bridge, { users: changed, to }: Change) => {
    await runSequentially(changed, (user) => setStatus(bridge, user, to));
    const sentence = to === 'inactive' ? deactivatedMany(changed.length) : activatedMany(changed.length);
    onTell({
      sentence,
      undo: (undoing) => runSequentially(changed, (user) => setStatus(undoing, user, user.status ?? 'active')),
    });
  });
  const mine = users.filter((user) => rightsOver(user, self) === 'all');
  const [off, on] = [
    mine.filter(({ status }) => status === 'inactive'),
    mine.filter(({ status }) => status !== 'inactive'),
  ];
  const step = (id: string, of: Pick<RowAct, 'icon' | 'label'>, change: Change): RowAct[] =>
    change.users.length === 0
      ? []
      : [{ ...of, id, group: 'change', isPending: set.isPending, run: () => set.mutate(change) }];
  return [
    ...step('off', { icon: CircleSlash, label: deactivate }, { users: on, to: 'inactive' }),
    ...step('on', { icon: CircleCheck, label: activate }, { users: off, to: 'active' }),
  ];
}

async function setStatus(bridge: TandemBridge, { id }: User, to: Status): Promise<void> {
  await callService(bridge, 'updateUser', { params: { user_id: id }, body: { status: to } });
}
