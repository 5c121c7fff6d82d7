import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuButton } from '../../components/controls/menu/menu-button.tsx';
import { dropData } from '../../parts/drag/drop-target.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { FoldedDrops } from './drag/folded-drops.tsx';
import type { Folder } from './list/use-folder.ts';

/** Folders of a path that are links; more, and those in the middle are in a menu. */
const MOST_LINKS = 3;

/** The location of the list: parent folders as links, its own name as the page title. Each link is a drop target, and so is each folder in the menu. */
export function Crumbs({ folder }: { folder: Folder | undefined }): ReactNode {
  const above = folder?.path_collection?.entries ?? [];
  const parent = above.at(-1);
  return (
    <div className="flex min-w-0 items-center gap-1 text-title">
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
        <Path above={above} />
      </nav>
      <h1 dir="auto" className="min-w-16 truncate font-semibold">
        {folder === undefined ? texts.files.title : titleOf(folder.id, folder.name ?? '')}
      </h1>
    </div>
  );
}

type Above = readonly { readonly id: string; readonly name: string }[];

function Path({ above }: { above: Above }): ReactNode {
  const folders = above.map(({ id, name }, level) => ({
    id,
    name: titleOf(id, name),
    above: above.slice(0, level).map((one) => one.id),
  }));
  const isFolded = folders.length > MOST_LINKS;
  return folders.map((folder, level) => {
    const isBetween = level > 0 && level < folders.length - 1;
    if (isFolded && isBetween) return level === 1 && <Between key={folder.id} folders={folders.slice(1, -1)} />;
    return <Crumb key={folder.id} {...folder} />;
  });
}

type PathFolder = { readonly id: string; readonly name: string; readonly above: readonly string[] };

function Crumb({ id, name, above }: PathFolder): ReactNode {
  return (
    <>
      <a
        href={hrefOf('files', { folder: id })}
        dir="auto"
        // The link would be dragged itself.
        draggable={false}
        {...dropData({ folderId: id, name }, { above, opens: true })}
        className="min-w-8 max-w-60 shrink-2 truncate rounded-control text-dim hover:text-text data-drop-target:bg-accent-bg data-drop-target:outline-2 data-drop-target:outline-accent"
      >
        {name}
      </a>
      <Separator />
    </>
  );
}

const Between = ({ folders }: { folders: readonly PathFolder[] }): ReactNode => (
  <>
    <FoldedDrops folders={folders}>
      <MenuButton
        kind="ghost"
        size="row"
        icon
        label={texts.files.between}
        entries={folders.map(({ id, name }) => ({ id, label: name }))}
        onAction={(folder) => {
          window.location.hash = hrefOf('files', { folder });
        }}
      >
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
    </FoldedDrops>
    <Separator />
  </>
);

const Separator = (): ReactNode => <ChevronRight aria-hidden className="size-4 shrink-0 text-dim rtl:-scale-x-100" />;

/** The account's top folder has a generic name on the wire. */
export const titleOf = (id: string, name: string): string => (id === '0' ? texts.files.top : name);
