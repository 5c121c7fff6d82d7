import type { ReactNode } from 'react';
import { Chip } from '../../components/controls/chip.tsx';
import { fileKinds, periods } from '../../parts/files/file-filters.ts';
import { texts } from '../../texts/texts.ts';
import { type Filters, noFilters } from './filters.ts';
import { FolderChip } from './folder-chip.tsx';
import { PersonChip } from './person-chip.tsx';

/** Filters files by kind, time, person and place. An active filter has an x to remove it. */
export function FilterChips({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}): ReactNode {
  const set = (change: Partial<Filters>): void => {
    const next = { ...filters, ...change };
    const isNone = Object.values(next).every((value) => value === null);
    onChange(isNone ? noFilters : next);
  };
  const { kinds, type, since, times } = texts.palette;
  return (
    <div className="flex shrink-0 flex-wrap gap-2 border-line border-b px-5 py-2">
      <Chip
        label={type}
        options={fileKinds.map((id) => ({ id, label: kinds[id] }))}
        value={filters.type}
        onChange={(id) => set({ type: id })}
      />
      <Chip
        label={since}
        options={periods.map((id) => ({ id, label: times[id] }))}
        value={filters.since}
        onChange={(id) => set({ since: id })}
      />
      <PersonChip chosen={filters.owner} onChange={(owner) => set({ owner })} />
      <FolderChip onChange={(id) => set({ folder: id })} />
    </div>
  );
}
