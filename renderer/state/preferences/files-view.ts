import { useState } from 'react';

/** How folders are shown: as a table or as tiles. */
export type FilesView = 'list' | 'grid';

const KEY = 'tandem.files.view';

/** Stored in this browser, for all folders. */
export function useFilesView(): readonly [FilesView, (view: FilesView) => void] {
  const [view, setView] = useState<FilesView>(() => (localStorage.getItem(KEY) === 'grid' ? 'grid' : 'list'));
  const [choose] = useState(() => (chosen: FilesView): void => {
    localStorage.setItem(KEY, chosen);
    setView(chosen);
  });
  return [view, choose];
}
