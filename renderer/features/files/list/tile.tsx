import { Check, Ellipsis, Globe, UserPlus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { classNames } from '../../../components/layout/class-names.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { iconTypeOf } from '../../../parts/files/item-icon.tsx';
import { canShare, changedAtMs, type Item, nameOf } from '../../../state/items/item.ts';
import { formatBriefly } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';
import { ItemState, type ItemStates } from '../state/item-state.tsx';
import { Thumbnail } from './thumbnail.tsx';

/*
 * Fast scrolling gives the elements of a hundred tiles to other items before the next frame. So what most tiles share renders only when it changes,
 * nothing is keyed by item except pictures, and what appears on hover has no box before: one with an opacity of 0 costs as much as a visible one.
 */

type TileProps = {
  readonly item: Item;
  readonly state: ItemStates;
};

type FolderTileProps = TileProps & {
  /** How many files it contains; null: unknown. */
  readonly files: number | null;
  readonly nowMs: number;
};

/** A folder above the pictures: its name, how many files it contains, or else when it changed, and its state, beside its icon. */
export function FolderTile({ item, state, files, nowMs }: FolderTileProps): ReactNode {
  const atMs = changedAtMs(item);
  const changed = atMs === null ? null : formatBriefly(atMs, nowMs);
  const fact = files === null ? changed : texts.home.files(files);
  return (
    <div className="flex h-14 items-center gap-3 rounded-card border border-line bg-card px-4 shadow-card max-sm:gap-2 max-sm:px-3 outline-3 outline-transparent -outline-offset-2 group-hover:bg-hover group-aria-selected:bg-accent-bg group-aria-selected:outline-accent">
      <span className="relative shrink-0">
        <Icon item={item} size={24} />
        <Tick className="start-0.5 top-0.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span
          dir="auto"
          className="block w-fit max-w-full truncate group-aria-selected:text-accent"
          title={nameOf(item)}
        >
          {nameOf(item)}
        </span>
        {fact !== null && (
          <span className="block truncate text-dim text-small tabular-nums first-letter:uppercase">{fact}</span>
        )}
      </span>
      <MenuMark className="-me-2 -ms-1 max-sm:hidden" />
      <ItemState item={item} isSmall isLink={false} {...state} />
    </div>
  );
}

/** A file as a thumbnail, or as the icon of its kind, with its name and state below. */
export function ItemTile({ item, state }: TileProps): ReactNode {
  return (
    <>
      <div className="relative grid h-41 place-items-center overflow-hidden rounded-card border border-line bg-card outline-3 outline-transparent -outline-offset-2 group-hover:bg-hover group-aria-selected:outline-accent">
        <Thumbnail item={item} fallback={<Icon item={item} size={64} />} />
        <Tick className="start-2 top-2" />
        <span className="absolute end-2 top-2 flex gap-1">
          {canShare(item) && shareMark}
          <MenuMark className="bg-over shadow-float" />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2 px-1 pt-2">
        <Icon item={item} size={20} />
        <span
          dir="auto"
          className="min-w-0 flex-1 truncate text-dense group-aria-selected:text-accent"
          title={nameOf(item)}
        >
          {nameOf(item)}
        </span>
        <ItemState item={item} isSmall isLink={false} {...state} />
      </div>
    </>
  );
}

/** Adds the tile to the selection with the mouse; the keyboard uses Control and Space. */
const Tick = memo(
  ({ className }: { className: string }): ReactNode => (
    <span
      aria-hidden
      data-part="tick"
      className={classNames(
        'absolute hidden size-5 place-items-center rounded-tick border border-edge bg-over text-on-accent group-hover:grid group-focus-visible:grid group-aria-selected:grid group-aria-selected:border-accent group-aria-selected:bg-accent',
        className,
      )}
    >
      <Check className="hidden size-3.5 group-aria-selected:block" strokeWidth={3} />
    </span>
  ),
);

const MenuMark = memo(
  ({ className }: { className: string }): ReactNode => (
    <span
      aria-hidden
      data-part="menu"
      className={classNames(
        'invisible grid size-7 place-items-center rounded-control text-text group-hover:visible group-focus-visible:visible',
        className,
      )}
    >
      <Ellipsis className="hidden size-4 group-hover:block group-focus-visible:block" />
    </span>
  ),
);

/** The same element in each tile. */
const shareMark = (
  <span
    aria-hidden
    data-part="quick"
    className="invisible grid size-7 place-items-center rounded-control bg-over text-text shadow-float group-hover:visible"
  >
    <UserPlus className="hidden size-4 group-hover:block" strokeWidth={1.75} />
  </span>
);

function Icon({ item, size }: { item: Item; size: 20 | 24 | 64 }): ReactNode {
  if (item.type === 'web_link') return <Globe aria-hidden className="size-5 shrink-0 text-dim" strokeWidth={1.75} />;
  return <FileIcon size={size} type={iconTypeOf(item)} />;
}
