import { nameKey } from './name-key.ts';

/**
 * Files that Finder and Windows Explorer make in a folder for how they show it. They never sync, and are worth nothing without the folder: where
 * everything else in it goes, they go along to the trash instead of keeping it.
 */
export const FOLDER_COMPANIONS = ['.DS_Store', 'Thumbs.db', 'desktop.ini'] as const;

/** Their name keys. */
export const FOLDER_COMPANION_KEYS: readonly string[] = FOLDER_COMPANIONS.map(nameKey);

export const isFolderCompanion = (name: string): boolean => FOLDER_COMPANION_KEYS.includes(nameKey(name));
