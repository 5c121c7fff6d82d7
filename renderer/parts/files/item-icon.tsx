import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Item, nameOf } from '../../state/items/item.ts';
import { FileIcon, type FileIconSize, iconSizes } from './file-icon.tsx';
import { fileType } from './file-type.ts';

/** The icon of an item by its type, for a row. */
export const ItemIcon = ({ item, size = 20 }: { item: Item; size?: FileIconSize }): ReactNode =>
  item.type === 'web_link' ? (
    <Globe aria-hidden className={`${iconSizes[size]} shrink-0 text-dim`} strokeWidth={1.75} />
  ) : (
    <FileIcon size={size} type={item.type === 'folder' ? 'folder' : fileType(nameOf(item))} />
  );
