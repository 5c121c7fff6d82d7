import { useKeptChoice } from './kept-choice.ts';

/** How folders are shown: as a table or as tiles. */
export type FilesView = 'list' | 'grid';

/** For all folders. */
export const useFilesView = (): readonly [FilesView, (view: FilesView) => void] =>
  useKeptChoice('tandem.files.view', ['list', 'grid']);
