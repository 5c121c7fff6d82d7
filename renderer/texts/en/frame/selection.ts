import { formatBytes } from '../../format.ts';
import { files } from './plural.ts';

/** The tree of folders of the service, with what of them is on this computer. */
export const selectionTexts = {
  selection: {
    tree: 'Folders of the service',
    shared: 'shared with you',
    size: (bytes: number): string => formatBytes(bytes),
    loading: 'Loading the folders…',
    listing: 'The service is still being read; more folders may come.',
    none: 'There are no folders on the service yet',
    noneDetail: 'Files at the top are always on this computer.',
    holdsEverywhere:
      'Deselected folders stay on the service. Your own folders are deselected on all your computers, folders of others only on this one.',
    chosen: (fileCount: number, bytes: number): string => `${files(fileCount)}, ${formatBytes(bytes)} on this computer`,
    rest: (bytes: number): string => `${formatBytes(bytes)} online only`,
    free: (bytes: number): string => `${formatBytes(bytes)} free on this disk`,
    tooLarge: (bytes: number): string => `That is more than the ${formatBytes(bytes)} that are free on this disk.`,
  },
} as const;
