import type { ComponentProps, ReactNode } from 'react';
import { Facts } from '../../../components/layout/facts.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { EntryButtons } from '../../../parts/rows/entry-buttons.tsx';
import type { ListSteps } from '../../../parts/rows/list-page.tsx';
import { useSelf } from '../../../state/account/person.ts';
import { texts } from '../../../texts/texts.ts';
import { quotaOf } from './space.ts';
import { rightsOver, type User } from './user.ts';
import { useUserActs } from './user-acts.tsx';
import { UserForm } from './user-form.tsx';

/** One account: its data, and the changes that the viewer's role allows. */
export function UserPanel({ user, ...steps }: ListSteps & { readonly user: User }): ReactNode {
  const self = useSelf();
  const rights = rightsOver(user, self);
  const { name = '', login = '', role = 'user', space_used: used = 0 } = user;
  const acts = useUserActs(user, steps);
  const words = texts.people;
  return (
    <SidePanel title={name} detail={login} onClose={() => steps.onChoose(null)}>
      <div className="grid gap-5 px-4 pb-4">
        <Facts
          facts={[
            [words.userColumns.role, words.roles[role]],
            [words.userColumns.space, words.spaceOf(used, quotaOf(user.space_amount))],
            [words.userColumns.signIn, <LastSignIn key="sign-in" user={user} />],
          ]}
        />
        {self !== undefined && rights !== 'all' && (
          <p className="text-dim">{rights === 'self' ? words.self : words.notYours}</p>
        )}
        <EntryButtons acts={acts} />
        {rights === 'all' && <UserForm user={user} mayGiveRoles={self?.role === 'admin'} />}
      </div>
    </SidePanel>
  );
}

/** Not every service of this format reports it. */
export const LastSignIn = ({
  user: { last_sign_in_at: at },
  ...look
}: {
  user: User;
} & Pick<ComponentProps<typeof Moment>, 'format'>): ReactNode =>
  at === null ? <span className="text-dim">{texts.people.neverSignedIn}</span> : <Moment at={at} {...look} />;
