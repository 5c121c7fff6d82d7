import type { ReactNode } from 'react';
import { Chip } from '../../components/controls/chip.tsx';
import { useStatus } from '../../state/bridge/session.ts';
import { useRoute } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { type Filters, fileKinds, noFilters, periods } from './filters.ts';

/** Filters files by kind, time, person and place. An active filter has an x to remove it. */
export function FilterChips({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
}): ReactNode {
  const me = useStatus(({ account }) => account.user?.id) ?? null;
  const route = useRoute();
  const folder = route.page === 'files' ? route.parameters.get('folder') : null;
  const set = (change: Partial<Filters>): void => {
    const next = { ...filters, ...change };
    const isNone = Object.values(next).every((value) => value === null);
    onChange(isNone ? noFilters : next);
  };
  const { kinds, type, since, times, person, mine, place, thisFolder } = texts.palette;
  return (
    <div className="flex gap-2 overflow-x-auto border-line border-b px-5 py-2">
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
      {me !== null && (
        <Chip
          label={person}
          options={[{ id: me, label: mine }]}
          value={filters.owner}
          onChange={(id) => set({ owner: id })}
        />
      )}
      {folder !== null && (
        <Chip
          label={place}
          options={[{ id: folder, label: thisFolder }]}
          value={filters.folder}
          onChange={(id) => set({ folder: id })}
        />
      )}
    </div>
  );
}
