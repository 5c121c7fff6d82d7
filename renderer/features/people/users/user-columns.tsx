import { CircleCheck, CircleDashed, CircleSlash, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill, QuietState } from '../../../components/feedback/pill.tsx';
import { stateColours } from '../../../components/feedback/state-chip.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import type { GridColumn } from '../../../parts/rows/data-grid.tsx';
import { NameCell } from '../../../parts/rows/name-cell.tsx';
import { byNumber, byText } from '../../../parts/rows/sorting.ts';
import { formatBriefly } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { RoleCell } from './role-cell.tsx';
import { quotaOf } from './space.ts';
import { type Self, type ShownStatus, shownStatus, type User } from './user.ts';
import { LastSignIn } from './user-panel.tsx';

/** `isNarrow`: with the status below the name. */
export function userColumns(self: Self, isNarrow: boolean): readonly GridColumn<User>[] {
  const { userColumns: columns, spaceOf, you } = texts.people;
  const named: GridColumn<User> = {
    id: 'name',
    label: columns.name,
    order: byText(({ name }) => name),
    cell: (user) => {
      const { id, name = '', login = '' } = user;
      const status = shownStatus(user);
      return (
        <NameCell
          mark={<Avatar id={id} name={name} size={36} />}
          name={name}
          detail={isNarrow && status !== 'active' ? <StatusLine status={status} /> : login}
          {...(id === self?.id ? { note: you } : {})}
        />
      );
    },
  };
  return [
    named,
    {
      id: 'role',
      label: columns.role,
      width: 176,
      order: byText(({ role = 'user' }) => texts.people.roles[role]),
      cell: (user, isActive) => <RoleCell key={user.id} user={user} self={self} isActive={isActive} />,
    },
    {
      id: 'sign-in',
      label: columns.signIn,
      width: 136,
      order: byText(({ last_sign_in_at: at }) => at),
      cell: (user) => <LastSignIn user={user} format={formatBriefly} />,
    },
    {
      id: 'status',
      label: columns.status,
      width: 156,
      isKept: true,
      order: byText((user) => texts.people.statuses[shownStatus(user)]),
      cell: (user) => <UserStatus status={shownStatus(user)} />,
    },
    {
      id: 'space',
      label: columns.space,
      width: 168,
      isNumber: true,
      order: byNumber(({ space_used: used }) => used),
      cell: ({ space_used: used = 0, space_amount: amount }) => spaceOf(used, quotaOf(amount)),
    },
  ];
}

/** A status other than active, in words. */
const StatusLine = ({ status }: { status: ShownStatus }): ReactNode => (
  <span className={stateColours[isQuiet(status) ? 'mute' : 'warn']}>{texts.people.statuses[status]}</span>
);

const isQuiet = (status: ShownStatus): boolean => status === 'inactive' || status === 'never_signed_in';

function UserStatus({ status }: { status: ShownStatus }): ReactNode {
  const text = texts.people.statuses[status];
  switch (status) {
    case 'active':
      return (
        <QuietState tone="ok" icon={CircleCheck}>
          {text}
        </QuietState>
      );
    case 'inactive':
      return (
        <Pill tone="mute" icon={CircleSlash}>
          {text}
        </Pill>
      );
    case 'never_signed_in':
      return <QuietState icon={CircleDashed}>{text}</QuietState>;
    default:
      return (
        <Pill tone="warn" icon={Lock}>
          {text}
        </Pill>
      );
  }
}
