import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';

/** The header of a page: title or breadcrumb at the start, view switch and actions at the end. Content follows without a gap; a page whose parts have gaps takes it back. */
export function PageHeader({
  title,
  isOneLine = false,
  children,
}: {
  title: ReactNode;
  /** The title is truncated, and buttons fold to icons in the header as their container, instead of going into a second line. */
  isOneLine?: boolean;
  children?: ReactNode;
}): ReactNode {
  return (
    <div
      className={classNames(
        'page-header flex min-h-14 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 md:min-h-18',
        isOneLine && 'sm:@container sm:flex-nowrap',
      )}
    >
      {/* In a narrow window, Search and Notices stand at the end of the first line. */}
      <div className="min-w-0 max-sm:flex max-sm:min-h-10 max-sm:max-w-[calc(100%-5rem)] max-sm:items-center">
        {typeof title === 'string' ? <h1 className="font-semibold text-title">{title}</h1> : title}
      </div>
      {children !== undefined && (
        <div
          className={classNames(
            // There, a field takes a line of its own; buttons and words stand beside the title if they fit.
            'flex flex-wrap items-center gap-2 max-sm:has-[input]:basis-full max-sm:not-has-[input]:me-20',
            isOneLine && 'sm:shrink-0',
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Where the actions of the shown tab go; null: not on a page with tabs. */
const HeaderSlot = createContext<Element | null>(null);
export const HeaderSlotProvider = HeaderSlot.Provider;

/** Actions of the shown tab, drawn in the header of its page. */
export function HeaderActions({ children }: { children: ReactNode }): ReactNode {
  const slot = useContext(HeaderSlot);
  return slot === null ? null : createPortal(children, slot);
}
