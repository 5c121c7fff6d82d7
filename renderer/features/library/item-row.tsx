import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { listRow } from '../../components/collection/row-keys.ts';
import { FactLine } from '../../components/layout/fact-line.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { folderOf, type Item, nameOf } from '../../state/items/item.ts';
import { texts } from '../../texts/texts.ts';

/** An item outside its folder: a link that opens it there, its folder, and other facts. */
export function ItemRow({
  item,
  facts,
  children,
}: {
  item: Item;
  facts: readonly (string | null)[];
  children?: ReactNode;
}): ReactNode {
  const name = nameOf(item);
  const folder = folderOf(item);
  const place = folder === null || folder.id === '0' ? texts.files.top : folder.name;
  return (
    <li {...listRow} className="flex min-h-14 items-center gap-3 px-4 py-1.5">
      {item.type === 'web_link' ? (
        <Globe aria-hidden className="size-6 shrink-0 text-dim" strokeWidth={1.75} />
      ) : (
        <FileIcon type={item.type === 'folder' ? 'folder' : fileType(name)} />
      )}
      <div className="min-w-0 flex-1">
        <a
          href={hrefInFolder(item)}
          dir="auto"
          title={name}
          className="block w-fit max-w-full truncate hover:underline"
        >
          {name}
        </a>
        <FactLine isCut facts={[texts.library.inFolder(place), ...facts]} />
      </div>
      {children}
    </li>
  );
}

/** A folder shows its entries; a file is selected in its folder. */
function hrefInFolder(item: Item): string {
  if (item.type === 'folder') return hrefOf('files', { folder: item.id });
  const folder = folderOf(item)?.id ?? '0';
  return hrefOf('files', item.type === 'file' ? { folder, file: item.id } : { folder });
}
