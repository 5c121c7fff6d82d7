import type { ReactNode } from 'react';
import { ListBody } from '../../components/collection/list-frame.tsx';
import { rowKeys } from '../../components/collection/row-keys.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import type { List } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';

/** A page with one list of items from anywhere. */
export function ItemListPage<Entry>({
  title,
  list,
  empty,
  children,
}: {
  title: string;
  list: List<Entry>;
  empty: Parameters<typeof ListBody>[0]['empty'];
  /** The row of an entry, with its key. */
  children: (entry: Entry) => ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-col gap-4 px-4 pb-6 md:px-8">
      <PageHeader title={title} />
      <ListBody listing={list} empty={empty}>
        <ul aria-label={title} ref={rowKeys} className="divide-y divide-line">
          {list.entries.map(children)}
        </ul>
      </ListBody>
      {list.entries.length > 0 && <ErrorMessage error={list.error} />}
      {list.hasMore && (
        <div>
          <Button onPress={list.more}>{texts.actions.more}</Button>
        </div>
      )}
    </div>
  );
}
