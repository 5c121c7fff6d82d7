import { UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuButton } from '../../../../components/controls/menu/menu-button.tsx';
import { texts } from '../../../../texts/texts.ts';

export type Role = keyof typeof texts.files.roles;

export type RoleOption = { readonly id: Role; readonly label: string; readonly detail: string };

/** The roles that can be given, the most usual first. */
export const roles: readonly RoleOption[] = (Object.keys(texts.files.roles) as Role[]).map((id) => ({
  id,
  label: texts.files.roles[id],
  detail: texts.files.roleDetails[id],
}));

const REMOVE = 'remove';

/** The role of a person or group, and what ends their access. */
export function RoleMenu({
  name,
  role,
  offered,
  isBusy,
  onRole,
  onRemove,
}: {
  name: string;
  role: Role;
  /** None: the menu only ends the access. */
  offered: readonly RoleOption[];
  isBusy: boolean;
  onRole: (role: Role) => void;
  onRemove: () => void;
}): ReactNode {
  const entries = [...offered, { id: REMOVE, label: texts.files.remove, icon: UserMinus, isRisky: true as const }];
  const choose = (id: string): void => {
    const chosen = offered.find((known) => known.id === id);
    if (chosen === undefined) onRemove();
    else if (chosen.id !== role) onRole(chosen.id);
  };
  return (
    <MenuButton
      label={texts.files.roleOf(name)}
      kind="ghost"
      entries={entries}
      selected={role}
      className="-me-3"
      isBusy={isBusy}
      onAction={choose}
    >
      <span className="text-dense">{texts.files.roles[role]}</span>
      <span className="sr-only">{texts.files.roleOf(name)}</span>
    </MenuButton>
  );
}
