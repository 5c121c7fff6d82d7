import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Item, nameOf } from '../../state/items/item.ts';
import { FileIcon } from './file-icon.tsx';
import { fileType } from './file-type.ts';

/** The icon of an item by its type, for a row. */
export const ItemIcon = ({ item }: { item: Item }): ReactNode =>
  item.type === 'web_link' ? (
    <Globe aria-hidden className="size-5 shrink-0 text-dim" strokeWidth={1.75} />
  ) : (
    <FileIcon size={20} type={item.type === 'folder' ? 'folder' : fileType(nameOf(item))} />
  );
