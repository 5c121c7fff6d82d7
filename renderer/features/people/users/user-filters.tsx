import type { ReactNode } from 'react';
import { z } from 'zod';
import { Chip } from '../../../components/controls/chip.tsx';
import { texts } from '../../../texts/texts.ts';
import { type ShownStatus, shownStatus, type User } from './user.ts';

/** Filters of the list of accounts; null: all. */
export type UserFilters = { readonly role: Role | null; readonly status: ShownStatus | null };

type Role = keyof typeof texts.people.roles;

export const noUserFilters: UserFilters = { role: null, status: null };

export const isFiltered = ({ role, status }: UserFilters): boolean => role !== null || status !== null;

export function passes(user: User, filters: UserFilters): boolean {
  const { role = 'user' } = user;
  const status = shownStatus(user);
  return (filters.role ?? role) === role && (filters.status ?? status) === status;
}

const optionsOf = <Id extends string>(labels: Readonly<Record<Id, string>>) =>
  Object.entries<string>(labels).map(([id, label]) => ({ id: id as Id, label }));

const roleOptions = optionsOf(texts.people.roles);
const statusOptions = optionsOf(texts.people.statuses);

const idsOf = <Id extends string>(options: readonly { readonly id: Id }[]): readonly Id[] =>
  options.map(({ id }) => id);

/** The filters as they are kept. */
export const userFilters: z.ZodType<UserFilters> = z.object({
  role: z.literal(idsOf(roleOptions)).nullable(),
  status: z.literal(idsOf(statusOptions)).nullable(),
});

/** Filters the accounts by role and status. An active filter has an x to remove it. */
export function UserFilterChips({
  filters,
  onChange,
}: {
  filters: UserFilters;
  onChange: (filters: UserFilters) => void;
}): ReactNode {
  const { userColumns } = texts.people;
  return (
    // The outline of a focused chip reaches beyond it.
    <fieldset aria-label={texts.files.filters} className="-m-1 flex min-w-0 gap-2 overflow-x-auto p-1">
      <Chip
        label={userColumns.role}
        options={roleOptions}
        value={filters.role}
        onChange={(role) => onChange({ ...filters, role })}
      />
      <Chip
        label={userColumns.status}
        options={statusOptions}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
      />
    </fieldset>
  );
}
