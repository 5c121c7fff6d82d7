import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Item, isShared, nameOf } from '../../state/items/item.ts';
import { RowIcon } from '../rows/name-cell.tsx';
import { FileIcon, type FileIconSize, iconSizes } from './file-icon.tsx';
import { type FileType, fileType } from './file-type.ts';

/** The icon of an item by its type, for a row. */
export const ItemIcon = ({ item, size = 20 }: { item: Item; size?: FileIconSize }): ReactNode =>
  item.type !== 'web_link' ? (
    <FileIcon size={size} type={iconTypeOf(item)} />
  ) : size === 'row' ? (
    <RowIcon icon={Globe} />
  ) : (
    <Globe aria-hidden className={`${iconSizes[size]} shrink-0 text-dim`} strokeWidth={1.75} />
  );

/** The icon of a file by its name, and of a folder by whether it is shared. */
export function iconTypeOf(item: Item): FileType {
  if (item.type !== 'folder') return fileType(nameOf(item));
  return isShared(item) ? 'shared' : 'folder';
}
