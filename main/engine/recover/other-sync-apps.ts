import { basename, dirname, join, sep } from 'node:path';
import { type FileSystem, FileSystemError } from '../ports/file-system.ts';

/** Marks that other sync apps leave in their folders. Two sync apps on one folder undo each other's work. */
const MARKS: readonly { readonly app: string; readonly name: string; readonly kind: 'file' | 'folder' }[] = [
  { app: 'Syncthing', name: '.stfolder', kind: 'folder' },
  { app: 'Dropbox', name: '.dropbox', kind: 'file' },
  { app: 'Dropbox', name: '.dropbox.cache', kind: 'folder' },
  { app: 'Resilio Sync', name: '.sync', kind: 'folder' },
  { app: 'Nextcloud', name: '.nextcloudsync.log', kind: 'file' },
  { app: 'ownCloud', name: '.owncloudsync.log', kind: 'file' },
  { app: 'OneDrive', name: '.849C9593-D756-4E56-8D6E-42412F2A707B', kind: 'file' },
  { app: 'Google Drive', name: '.tmp.driveupload', kind: 'folder' },
  { app: 'Google Drive', name: '.tmp.drivedownload', kind: 'folder' },
  { app: 'MEGA', name: '.megaignore', kind: 'file' },
  { app: 'Synology Drive', name: '.SynologyWorkingDirectory', kind: 'folder' },
  { app: 'Insync', name: '.insync-trash', kind: 'folder' },
  { app: 'Tresorit', name: '.tresorit', kind: 'folder' },
];

/** The database of the Nextcloud and ownCloud clients; its name contains a number that differs per folder. */
const SYNC_DATABASE = /^\.?_?sync_[0-9a-f]{6,}\.db$/;

/** macOS folders that contain only synced files. */
const SYNCED_PLACES = [join('Library', 'CloudStorage'), join('Library', 'Mobile Documents')];

/** The most direct subfolders examined. */
const MOST_CHILDREN = 200;

export type OtherApp = { readonly app: string; readonly path: string };

/**
 * Whether another sync app manages the folder itself, a folder above it or one directly in it (edge case 86). Unreadable places are
 * skipped. Null: none found.
 */
export async function otherSyncApp(fileSystem: FileSystem, localPath: string): Promise<OtherApp | null> {
  const place = SYNCED_PLACES.find((known) => `${localPath}${sep}`.includes(`${sep}${known}${sep}`));
  if (place !== undefined)
    return { app: basename(place) === 'CloudStorage' ? 'A cloud drive' : 'iCloud', path: localPath };
  for (let at = localPath; at !== dirname(at); at = dirname(at)) {
    const app = await markedBy(fileSystem, at);
    if (app !== null) return { app, path: at };
  }
  const entries = await entriesOf(fileSystem, localPath);
  if (entries.some(({ name }) => SYNC_DATABASE.test(name))) return { app: 'Nextcloud or ownCloud', path: localPath };
  const folders = entries.filter(({ stat }) => stat.kind === 'folder').slice(0, MOST_CHILDREN);
  for (const { name } of folders) {
    const app = await markedBy(fileSystem, join(localPath, name));
    if (app !== null) return { app, path: join(localPath, name) };
  }
  return null;
}

async function markedBy(fileSystem: FileSystem, folder: string): Promise<string | null> {
  for (const { app, name, kind } of MARKS) {
    const stat = await quietly(fileSystem.stat(join(folder, name)), null);
    if (stat?.kind === kind) return app;
  }
  return null;
}

async function entriesOf(fileSystem: FileSystem, folder: string) {
  return (await quietly(fileSystem.list(folder), null))?.entries ?? [];
}

async function quietly<Value>(asked: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof FileSystemError) return otherwise;
    throw error;
  }
}
