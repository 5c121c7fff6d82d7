import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** The first cell of a row: icon or avatar, name, and in a two-line row a second line. */
export function NameCell({
  mark,
  name,
  note,
  detail,
  href,
}: {
  mark: ReactNode;
  name: string;
  /** After the name, such as "(you)". */
  note?: string;
  /** The second line. */
  detail?: ReactNode;
  /** Where the name leads; absent: the row opens its panel. */
  href?: string;
}): ReactNode {
  return (
    <>
      {mark}
      <span className="min-w-0">
        <span className="flex min-w-0 text-body">
          {href === undefined ? (
            <span dir="auto" className="truncate" title={name}>
              {name}
            </span>
          ) : (
            <a
              data-part="open"
              href={href}
              dir="auto"
              // The row itself takes the focus.
              tabIndex={-1}
              draggable={false}
              className="truncate hover:underline"
              title={name}
            >
              {name}
            </a>
          )}
          {note !== undefined && <span className="shrink-0 whitespace-pre text-dim">{` ${note}`}</span>}
        </span>
        {detail !== undefined && <span className="block truncate text-dim text-small">{detail}</span>}
      </span>
    </>
  );
}

/** The icon of a row that is neither a file nor a person. */
export const RowIcon = ({ icon: Icon }: { icon: LucideIcon }): ReactNode => (
  // As wide as the icon of a file, so that the names of all lists begin at the same place.
  <Icon aria-hidden className="h-5 w-6 shrink-0 text-dim max-sm:h-6 max-sm:w-8" strokeWidth={1.75} />
);
