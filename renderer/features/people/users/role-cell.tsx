import type { ReactNode } from 'react';
import { MenuButton } from '../../../components/controls/menu/menu-button.tsx';
import { CellText } from '../../../parts/rows/data-grid.tsx';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { setRole } from './acts/role-act.tsx';
import { type GivenRole, givenRoleOf, givenRoles, type Self, type User } from './user.ts';

const entries = givenRoles.map((id) => ({ id, label: texts.people.roles[id] }));

/** The role of an account; an administrator changes it here. */
export function RoleCell({ user, self, isActive }: { user: User; self: Self; isActive: boolean }): ReactNode {
  const role = givenRoleOf(user, self);
  if (role === null) return <CellText>{texts.people.roles[user.role ?? 'user']}</CellText>;
  return <RoleChoice user={user} role={role} isActive={isActive} />;
}

function RoleChoice({ user, role, isActive }: { user: User; role: GivenRole; isActive: boolean }): ReactNode {
  const { id, name = '' } = user;
  const { roles, roleOf, roleChanged } = texts.people;
  const tell = useToast();
  const change = useServiceAction(async (bridge, to: GivenRole) => {
    await setRole(bridge, id, to);
    tell({ sentence: roleChanged(name, roles[to]), undo: (undoing) => setRole(undoing, id, role) });
  });
  const choose = (chosen: string): void => {
    const to = givenRoles.find((known) => known === chosen);
    if (to !== undefined && to !== role) change.mutate(to);
  };
  return (
    <span className="-ms-2.75 flex min-w-0 items-center gap-2">
      <MenuButton
        label={roleOf(name)}
        kind="ghost"
        size="row"
        entries={entries}
        selected={role}
        isTabStop={isActive}
        className="min-w-0 shrink!"
        isBusy={change.isPending}
        onAction={choose}
      >
        <span className="truncate">{roles[role]}</span>
        <span className="sr-only">{roleOf(name)}</span>
      </MenuButton>
      {change.error !== null && (
        <span role="alert" className="truncate text-bad text-small" title={change.error.message}>
          {change.error.message}
        </span>
      )}
    </span>
  );
}
