import { Fragment, type ReactNode, useState } from 'react';
import { ListBody, ListFrame } from '../components/collection/list-frame.tsx';
import { useStickySelection } from '../state/hooks/use-sticky-selection.ts';
import type { List } from '../state/service/use-list.ts';
import { DataGrid, type GridColumn } from './data-grid.tsx';
import { type Done, useToast } from './toasts.tsx';

/** Updates of a list after an action of its button or its panel. */
export type ListSteps = {
  /** Opens the panel of another entry; null closes it. */
  readonly onChoose: (id: string | null) => void;
  readonly onTell: (done: Done) => void;
};

type Chosen<Entry> = {
  readonly id: string;
  /** Absent until the list has loaded the selected entry. */
  readonly entry: Entry | undefined;
  readonly steps: ListSteps;
};

/** A grid of the service's entries, a button that creates one, and a panel for the selected one. */
export function ListPage<Entry extends { readonly id: string }>({
  title = null,
  label,
  listing,
  columns,
  nameOf,
  empty,
  actions,
  filters,
  panel,
  first = null,
}: {
  /** Null: the page already shows it. */
  title?: string | null;
  /** Names the grid. */
  label: string;
  listing: Pick<List<Entry>, 'entries' | 'isPending' | 'error' | 'seen' | 'again'>;
  columns: readonly GridColumn<Entry>[];
  nameOf: (entry: Entry) => string;
  empty: Parameters<typeof ListBody>[0]['empty'];
  actions?: (steps: ListSteps) => ReactNode;
  filters?: ReactNode;
  /** Null: there is no panel for the selection. */
  panel: (about: Chosen<Entry>) => ReactNode | null;
  /** The entry whose panel is initially open. */
  first?: string | null;
}): ReactNode {
  const [chosen, choose] = useState(first);
  const tell = useToast();
  const entry = useStickySelection(listing.entries, chosen);
  const steps: ListSteps = { onChoose: choose, onTell: tell };
  const about = chosen === null ? null : panel({ id: chosen, entry, steps });
  return (
    <ListFrame
      title={title}
      actions={actions?.(steps)}
      filters={filters}
      error={listing.error}
      list={
        <ListBody listing={listing} empty={empty}>
          <DataGrid
            label={label}
            columns={columns}
            entries={listing.entries}
            keyOf={({ id }) => id}
            nameOf={nameOf}
            chosen={chosen}
            onChoose={choose}
            onSeen={listing.seen}
          />
        </ListBody>
      }
      panel={about === null ? null : <Fragment key={chosen}>{about}</Fragment>}
    />
  );
}
