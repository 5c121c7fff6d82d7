import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Facts } from '../../components/layout/facts.tsx';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import type { ListSteps } from '../../parts/list-page.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useSelf } from '../../state/account/person.ts';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import { GiveAway } from './give-away.tsx';
import { limitOf } from './space.ts';
import { rightsOver, type User } from './user.ts';
import { UserForm } from './user-form.tsx';

type About = Pick<ListSteps, 'onTell'> & { readonly user: User };

/** One account: its data, and the changes that the viewer's role allows. */
export function UserPanel({ user, onChoose, onTell }: About & ListSteps): ReactNode {
  const self = useSelf();
  const rights = rightsOver(user, self);
  const { name = '', login = '', role = 'user', space_used: used = 0 } = user;
  const words = texts.people;
  return (
    <SidePanel title={name} detail={login} onClose={() => onChoose(null)}>
      <div className="grid gap-5 px-4 pb-4">
        <Facts
          facts={[
            [words.userColumns.role, words.roles[role]],
            [words.userColumns.space, words.spaceOf(used, limitOf(user.space_amount))],
          ]}
        />
        {self !== undefined && rights !== 'all' && (
          <p className="text-dim">{rights === 'self' ? words.self : words.notYours}</p>
        )}
        {rights === 'all' && (
          <>
            <OnOrOff user={user} onTell={onTell} />
            <div className="flex flex-wrap gap-2">
              <GiveAway user={user} onTell={onTell} />
              <DeleteUser user={user} onChoose={onChoose} onTell={onTell} />
            </div>
            <UserForm user={user} mayGiveRoles={self?.role === 'admin'} />
          </>
        )}
      </div>
    </SidePanel>
  );
}

/** Never together with the user's content: the service refuses that and reports the amount. */
function DeleteUser({ user: { id, name = '' }, onChoose, onTell }: About & ListSteps): ReactNode {
  const words = texts.people;
  const deleted = (): void => {
    onChoose(null);
    onTell({ sentence: words.userDeleted(name), undo: null });
  };
  return (
    <RemoveButton
      title={words.deleteUserTitle(name)}
      detail={words.deleteUserDetail}
      action={words.deleteUserAction}
      act={(bridge) => callService(bridge, 'deleteUser', { params: { user_id: id } })}
      onDone={deleted}
    >
      <Trash2 aria-hidden className="size-4" />
      {words.deleteUser}
    </RemoveButton>
  );
}

/** Deactivates the account, or activates it again. */
function OnOrOff({ user, onTell }: About): ReactNode {
  const { id, name = '', status = 'active' } = user;
  const params = { user_id: id };
  const to = status === 'inactive' ? 'active' : 'inactive';
  const change = useServiceAction((bridge) => callService(bridge, 'updateUser', { params, body: { status: to } }));
  const changed = (): void =>
    onTell({
      sentence: to === 'inactive' ? texts.people.deactivated(name) : texts.people.activated(name),
      undo: (bridge) => callService(bridge, 'updateUser', { params, body: { status } }),
    });
  return (
    <div className="grid gap-2">
      <div>
        <Button isDisabled={change.isPending} onPress={() => change.mutate(undefined, { onSuccess: changed })}>
          {to === 'inactive' ? texts.people.deactivate : texts.people.activate}
        </Button>
      </div>
      <ErrorMessage error={change.error} />
    </div>
  );
}
