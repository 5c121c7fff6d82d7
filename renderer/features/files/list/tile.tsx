import { Check, Ellipsis, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { thumbnailPath } from '../../../../preload/ipc/shapes/content.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { fileType } from '../../../parts/files/file-type.ts';
import { type Item, keyOf, nameOf } from '../../../state/items/item.ts';
import { RowState } from './row-state.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** A file as a thumbnail, or as the icon of its kind, with its name and state below. */
export function ItemTile({
  item,
  state,
}: {
  item: Item;
  state: Pick<Parameters<typeof RowState>[0], 'states' | 'syncOf'>;
}): ReactNode {
  return (
    <>
      <div className="relative grid h-38 place-items-center overflow-hidden rounded-card border border-line bg-card outline-2 outline-transparent -outline-offset-1 group-hover:bg-hover group-aria-selected:outline-accent">
        <Picture item={item} />
        <span
          aria-hidden
          data-part="tick"
          className="absolute start-2 top-2 grid size-5 place-items-center rounded-tick border border-edge bg-over text-on-accent opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 group-aria-selected:border-accent group-aria-selected:bg-accent group-aria-selected:opacity-100"
        >
          <Check className="size-3.5" strokeWidth={3} />
        </span>
        <span
          aria-hidden
          data-part="menu"
          className="absolute end-2 top-2 grid size-7 place-items-center rounded-control bg-over text-text opacity-0 shadow-float group-hover:opacity-100 group-focus-visible:opacity-100"
        >
          <Ellipsis className="size-4" />
        </span>
      </div>
      <div className="flex min-w-0 items-center gap-2 px-1 pt-2">
        <Icon item={item} size={20} />
        <span dir="auto" className="min-w-0 flex-1 truncate text-dense" title={nameOf(item)}>
          {nameOf(item)}
        </span>
        <RowState key={keyOf(item)} item={item} isActive={false} isSmall isLink={false} {...state} />
      </div>
    </>
  );
}

function Icon({ item, size }: { item: Item; size: 20 | 64 }): ReactNode {
  if (item.type === 'web_link') return <Globe aria-hidden className="size-5 shrink-0 text-dim" strokeWidth={1.75} />;
  return <FileIcon size={size} type={item.type === 'folder' ? 'folder' : fileType(nameOf(item))} />;
}

/** Requests a thumbnail only for kinds that the service can draw. */
function Picture({ item }: { item: Item }): ReactNode {
  const icon = <Icon item={item} size={64} />;
  const sha1 = item.type === 'file' && fileType(nameOf(item)) === 'image' ? item.sha1 : undefined;
  if (sha1 === undefined) return icon;
  const path = thumbnailPath(item.id, sha1);
  return <Thumbnail key={path} path={path} fallback={icon} />;
}
