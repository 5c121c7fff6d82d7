import type { ReactNode } from 'react';
import { Chip } from '../../../components/controls/chip.tsx';
import { fileKinds, periods } from '../../../parts/files/file-filters.ts';
import { texts } from '../../../texts/texts.ts';
import { rowStates } from '../state/row-states.ts';
import type { Search } from './shown-items.ts';

/** Filters the shown list by kind, state, time and person. An active filter has an x to remove it. */
export function FilterChips({ search: { filters, setFilters, changers } }: { search: Search }): ReactNode {
  const { kinds, type, times } = texts.palette;
  return (
    // The outline of a focused chip reaches beyond it.
    <fieldset aria-label={texts.files.filters} className="-m-1 flex min-w-0 gap-2 overflow-x-auto p-1">
      <Chip
        label={type}
        options={fileKinds.map((id) => ({ id, label: kinds[id] }))}
        value={filters.kind}
        onChange={(kind) => setFilters({ ...filters, kind })}
      />
      <Chip
        label={texts.files.columns.state}
        options={rowStates.map((id) => ({
          id,
          label: id === 'locked' ? texts.files.locked : texts.files.rowStates[id],
        }))}
        value={filters.state}
        onChange={(state) => setFilters({ ...filters, state })}
      />
      <Chip
        label={texts.files.columns.date}
        options={periods.map((id) => ({ id, label: times[id] }))}
        value={filters.since}
        onChange={(period) => setFilters({ ...filters, since: period })}
      />
      {changers !== null && (
        <Chip
          label={texts.files.changers}
          options={() => changers().map(({ id, name }) => ({ id, label: name }))}
          value={filters.by}
          onChange={(by) => setFilters({ ...filters, by })}
        />
      )}
    </fieldset>
  );
}
