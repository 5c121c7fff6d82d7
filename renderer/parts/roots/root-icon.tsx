import type { ReactNode } from 'react';
import { useRootFolders } from '../../state/items/root-folders.ts';
import { FileIcon, type FileIconSize } from '../files/file-icon.tsx';

/** The icon of a synced folder, by whether others have access to it. */
export function RootIcon({ remoteId, size = 24 }: { remoteId: string; size?: FileIconSize }): ReactNode {
  const isShared = useRootFolders([remoteId]).get(remoteId)?.isShared === true;
  return <FileIcon type={isShared ? 'shared' : 'folder'} size={size} />;
}
