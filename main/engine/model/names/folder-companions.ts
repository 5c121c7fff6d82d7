/**
 * Files that Finder and Windows Explorer make in a folder for how they show it. They never sync, and are worth nothing without the folder: where
 * everything else in it goes, they go along to the trash instead of keeping it.
 */
export const FOLDER_COMPANIONS = ['.DS_Store', 'Thumbs.db', 'desktop.ini'] as const;

const KEYS: ReadonlySet<string> = new Set(FOLDER_COMPANIONS.map((name) => name.toLowerCase()));

export const isFolderCompanion = (name: string): boolean => KEYS.has(name.toLowerCase());
