import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { MenuButton } from '../../../components/controls/menu/menu-button.tsx';
import { CellText } from '../../../parts/rows/data-grid.tsx';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { callService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import type { Self, User } from './user.ts';

/** The roles that can be given. */
const given = ['user', 'coadmin'] as const;
type Given = (typeof given)[number];

const entries = given.map((id) => ({ id, label: texts.people.roles[id] }));

/** The role of an account; an administrator changes it here. */
export function RoleCell({ user, self, isActive }: { user: User; self: Self; isActive: boolean }): ReactNode {
  const { id, role = 'user' } = user;
  const isGiven = role !== 'admin';
  if (self?.role !== 'admin' || self.id === id || !isGiven) return <CellText>{texts.people.roles[role]}</CellText>;
  return <RoleChoice user={user} role={role} isActive={isActive} />;
}

const setRole = (bridge: TandemBridge, id: string, role: Given) =>
  callService(bridge, 'updateUser', { params: { user_id: id }, body: { role } });

function RoleChoice({ user, role, isActive }: { user: User; role: Given; isActive: boolean }): ReactNode {
  const { id, name = '' } = user;
  const { roles, roleOf, roleChanged } = texts.people;
  const tell = useToast();
  const change = useServiceAction(async (bridge, to: Given) => {
    await setRole(bridge, id, to);
    tell({ sentence: roleChanged(name, roles[to]), undo: (undoing) => setRole(undoing, id, role) });
  });
  const choose = (chosen: string): void => {
    const to = given.find((known) => known === chosen);
    if (to !== undefined && to !== role) change.mutate(to);
  };
  return (
    <span className="-ms-2.5 flex min-w-0 items-center gap-2">
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
