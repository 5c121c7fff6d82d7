import type { ReactNode } from 'react';
import { Chip } from '../../components/controls/chip.tsx';
import { SwitchGroup } from '../../components/controls/choices/switch-group.tsx';
import { SearchBox } from '../../components/controls/search-box.tsx';
import type { Root } from '../../state/bridge/roots.ts';
import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';
import type { ActivityFilter } from './filter.ts';

const optionsOf = <Id extends string>(labels: Readonly<Record<Id, string>>) =>
  Object.entries<string>(labels).map(([id, label]) => ({ id: id as Id, label }));

const whoOptions = optionsOf(texts.activity.whose);
const kindOptions = optionsOf(texts.activity.kinds);
const sideOptions = optionsOf(texts.activity.sides);
const timeOptions = optionsOf(texts.activity.times);

type FilterProps = {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
};

/** Search and filters of the journal. An active filter has an x to remove it. */
export function ActivityFilters({
  filter,
  onChange,
  roots,
}: FilterProps & { readonly roots: readonly Root[] }): ReactNode {
  return (
    <search aria-label={texts.activity.filters} className="flex min-w-0 flex-wrap items-center gap-2">
      <div className="min-w-0 max-sm:flex-[1_1_100%]">
        <SearchBox
          label={texts.activity.search}
          value={filter.words}
          onChange={(words) => onChange({ ...filter, words })}
        />
      </div>
      {/* The outline of a focused chip reaches beyond it. */}
      <div className="-m-1 flex min-w-0 items-center gap-2 overflow-x-auto p-1">
        <Whose filter={filter} onChange={onChange} />
        {roots.length > 1 && (
          <Chip
            label={texts.activity.folder}
            options={roots.map((root) => ({ id: String(root.id), label: root.name }))}
            value={filter.rootId === null ? null : String(filter.rootId)}
            onChange={(id) => onChange({ ...filter, rootId: id === null ? null : Number(id) })}
          />
        )}
        <Chip
          label={texts.activity.kind}
          options={kindOptions}
          value={filter.kind}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
        <Chip
          label={texts.activity.side}
          options={sideOptions}
          value={filter.side}
          onChange={(side) => onChange({ ...filter, side })}
        />
        <Chip
          label={texts.activity.time}
          options={timeOptions}
          value={filter.time}
          onChange={(time) => onChange({ ...filter, time })}
        />
      </div>
    </search>
  );
}

/** Everyone's changes, or those of the person at this computer. */
function Whose({ filter, onChange }: FilterProps): ReactNode {
  const myId = useStatus(({ account }) => account.user?.id ?? null);
  if (myId === null) return null;
  return (
    <div className="shrink-0">
      <SwitchGroup
        label={texts.activity.who}
        options={whoOptions}
        value={filter.mine === null ? 'everyone' : 'me'}
        onChange={(who) => onChange({ ...filter, mine: who === 'me' ? myId : null })}
      />
    </div>
  );
}
