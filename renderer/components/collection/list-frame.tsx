import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { EmptyState, ErrorState, LeftOut, RestRefused } from '../feedback/page-state.tsx';
import { RowsSkeleton } from '../feedback/rows-skeleton.tsx';
import { Card } from '../layout/card.tsx';
import { HeaderActions, PageHeader } from '../layout/page-header.tsx';

/** A list beside the panel of its selected entry, or above it in a narrow window. */
const LIST_AND_PANEL = 'flex min-h-[min(24rem,60svh)] flex-1 flex-col gap-4 md:flex-row';

/** A list page with a panel for the selected entry. */
export function ListFrame({
  title,
  actions,
  filters,
  list,
  panel,
  isSelecting = false,
  error = null,
}: {
  /** Null: the page already shows it. */
  title: string | null;
  actions?: ReactNode;
  filters?: ReactNode;
  list: ReactNode;
  /** Null: nothing is selected. */
  panel: ReactNode | null;
  /** Several entries are selected. */
  isSelecting?: boolean;
  /** Why the list could not be loaded. Actions that the role forbids are hidden. */
  error?: { readonly code: string } | null;
}): ReactNode {
  const isForbidden = error?.code === 'access_denied_insufficient_permissions';
  // In a narrow window their buttons would cover the panel, which takes the place of the list, or the selected rows.
  const isCovering = panel !== null || isSelecting;
  const shown = <div className={isCovering ? 'contents max-sm:hidden' : 'contents'}>{actions}</div>;
  return (
    <div
      className={`flex min-h-0 flex-1 flex-col gap-4 ${actions === undefined ? '' : 'max-sm:[--list-end:4.5rem] max-sm:[--list-grow:1]'} ${title === null ? '' : 'px-4 pb-6 md:px-8 [&>.page-header]:-mb-4'}`}
    >
      {title !== null && <PageHeader title={title}>{!isForbidden && shown}</PageHeader>}
      {title === null && !isForbidden && <HeaderActions>{shown}</HeaderActions>}
      {!isForbidden && filters !== undefined && (
        <div className={`flex min-w-0 flex-wrap items-center gap-2 ${panel === null ? '' : 'max-md:hidden'}`}>
          {filters}
        </div>
      )}
      <div className={LIST_AND_PANEL}>
        <div className={`flex min-h-0 min-w-0 flex-1 flex-col ${panel === null ? '' : 'max-md:hidden'}`}>{list}</div>
        {panel}
      </div>
    </div>
  );
}

/** The rows of a list, or a placeholder: loading, an error with a retry, or the empty state. */
export function ListBody({
  listing,
  empty,
  children,
}: {
  listing: {
    readonly entries: readonly unknown[];
    /** How many others have no row. */
    readonly leftOut?: number;
    readonly isPending: boolean;
    readonly error: { readonly message: string; readonly remedy: string } | null;
    readonly again: () => void;
  };
  empty: Parameters<typeof EmptyState>[0];
  children: ReactNode;
}): ReactNode {
  const { entries, leftOut = 0, isPending, error, again } = listing;
  if (isPending) return <RowsSkeleton />;
  if (error !== null && entries.length === 0) {
    return (
      <Card>
        <ErrorState sentence={error.message} remedy={error.remedy} onRetry={again} />
      </Card>
    );
  }
  if (entries.length === 0) {
    return (
      <Card>
        {leftOut > 0 ? (
          <EmptyState icon={empty.icon} title={texts.files.unsupported(leftOut)} />
        ) : (
          <EmptyState {...empty} />
        )}
      </Card>
    );
  }
  return (
    // It ends below its last row, unless a button above its end asks for room.
    <Card className="relative flex min-h-0 min-w-0 grow-(--list-grow,0) flex-col overflow-hidden">
      {children}
      <LeftOut count={leftOut} />
      <RestRefused error={error} onRetry={again} />
    </Card>
  );
}
