import type { ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { LeftOut, RestRefused, Skeleton } from '../components/feedback/page-state.tsx';
import { classNames } from '../components/layout/class-names.ts';
import type { List } from '../state/service/use-list.ts';
import { texts } from '../texts/texts.ts';

/** A list in a panel, or its placeholder, with a button that loads more, and a refusal below what is shown. */
export function ShortList<Entry>({
  label,
  listing: { entries, leftOut, isPending, error, hasMore, more, again },
  nothing,
  className = 'gap-3',
  children,
}: {
  label: string;
  listing: List<Entry>;
  /** Shown if the list is empty. */
  nothing: string;
  /** For the list: row spacing and maximum height. */
  className?: string;
  /** The row of an entry, with its key. */
  children: (entry: Entry) => ReactNode;
}): ReactNode {
  const isEmpty = !isPending && !hasMore && error === null && entries.length === 0 && leftOut === 0;
  return (
    <>
      {isPending && <Skeleton className="h-16" />}
      {isEmpty && <p className="text-dim">{nothing}</p>}
      {entries.length > 0 && (
        <ul aria-label={label} className={classNames('grid', className)}>
          {entries.map(children)}
        </ul>
      )}
      {hasMore && error === null && <Button onPress={more}>{texts.actions.more}</Button>}
      <LeftOut count={leftOut} />
      <RestRefused error={error} onRetry={hasMore ? more : again} />
    </>
  );
}
