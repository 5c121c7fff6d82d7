import type { ReactNode } from 'react';
import { SearchBox } from '../../components/controls/search-box.tsx';
import { Select, type SelectOption } from '../../components/controls/select.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import type { Root } from '../../state/bridge/roots.ts';
import { texts } from '../../texts/texts.ts';
import type { ActivityFilter } from './filter.ts';

const optionsOf = <Id extends string>(labels: Readonly<Record<Id, string>>): readonly SelectOption<Id>[] =>
  Object.entries<string>(labels).map(([id, label]) => ({ id: id as Id, label }));

const kindOptions = optionsOf(texts.activity.kinds);
const sideOptions = optionsOf(texts.activity.sides);
const timeOptions = optionsOf(texts.activity.times);

export function ActivityFilters({
  filter,
  onChange,
  roots,
}: {
  filter: ActivityFilter;
  onChange: (filter: ActivityFilter) => void;
  roots: readonly Root[];
}): ReactNode {
  const folders = [
    { id: '', label: texts.activity.allFolders },
    ...roots.map((root) => ({ id: String(root.id), label: root.name })),
  ];
  return (
    <search
      aria-label={texts.activity.filters}
      className={classNames(
        'grid gap-2 sm:flex sm:flex-wrap sm:items-end',
        roots.length > 1 ? 'grid-cols-2' : 'grid-cols-3',
      )}
    >
      <div className="col-span-full min-w-0 sm:flex-[1_1_14rem]">
        <SearchBox
          label={texts.activity.search}
          value={filter.words}
          onChange={(words) => onChange({ ...filter, words })}
        />
      </div>
      <Select
        label={texts.activity.kind}
        options={kindOptions}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      {roots.length > 1 && (
        <Select
          label={texts.activity.folder}
          options={folders}
          value={filter.rootId === null ? '' : String(filter.rootId)}
          onChange={(id) => onChange({ ...filter, rootId: id === '' ? null : Number(id) })}
        />
      )}
      <Select
        label={texts.activity.side}
        options={sideOptions}
        value={filter.side}
        onChange={(side) => onChange({ ...filter, side })}
      />
      <Select
        label={texts.activity.time}
        options={timeOptions}
        value={filter.time}
        onChange={(time) => onChange({ ...filter, time })}
      />
    </search>
  );
}
