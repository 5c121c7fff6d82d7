import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { dropData } from '../../parts/drag/drop-target.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import type { Folder } from './list/use-folder.ts';

/** The location of the list: parent folders as links, its own name as the page title. Each link is a drop target. */
export function Crumbs({ folder }: { folder: Folder | undefined }): ReactNode {
  const above = folder?.path_collection?.entries ?? [];
  const parent = above.at(-1);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1 text-title max-sm:flex-nowrap">
      {parent !== undefined && (
        <a
          href={hrefOf('files', { folder: parent.id })}
          aria-label={texts.files.backTo(titleOf(parent.id, parent.name))}
          className="-ms-2 grid size-10 shrink-0 place-items-center rounded-control text-dim sm:hidden"
        >
          <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
        </a>
      )}
      <nav aria-label={texts.files.above} className="contents max-sm:hidden">
        {above.map(({ id, name }, index) => (
          <Fragment key={id}>
            <a
              href={hrefOf('files', { folder: id })}
              dir="auto"
              // The link would be dragged itself.
              draggable={false}
              {...dropData(
                { folderId: id, name: titleOf(id, name) },
                { above: above.slice(0, index).map((one) => one.id), opens: true },
              )}
              className="max-w-60 truncate rounded-control text-dim hover:text-text data-drop-target:bg-accent-bg data-drop-target:outline-2 data-drop-target:outline-accent"
            >
              {titleOf(id, name)}
            </a>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-dim rtl:-scale-x-100" />
          </Fragment>
        ))}
      </nav>
      <h1 dir="auto" className="min-w-0 truncate font-semibold">
        {folder === undefined ? texts.files.title : titleOf(folder.id, folder.name ?? '')}
      </h1>
    </div>
  );
}

/** The account's top folder has a generic name on the wire. */
export const titleOf = (id: string, name: string): string => (id === '0' ? texts.files.top : name);
