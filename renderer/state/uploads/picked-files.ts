import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { filesOfPicker } from './dropped-files.ts';
import type { DropDestination } from './upload-batch.ts';
import type { UploadQueue } from './upload-queue.ts';

export type Picked = 'files' | 'folder';

/**
 * Opens the system's file picker, which is the keyboard alternative to drag and drop, and sends the files chosen there. The picker is no part of the
 * page: it may stay open for minutes, and the page can change meanwhile.
 */
export function uploadPicked(
  bridge: TandemBridge,
  drops: UploadQueue,
  destination: DropDestination,
  what: Picked,
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = what === 'folder';
  input.hidden = true;
  for (const end of ['change', 'cancel']) {
    input.addEventListener(end, () => {
      input.remove();
      sendPicked(bridge, drops, destination, input.files ?? []);
    });
  }
  // Within the document: some browsers forget a loose one while it is open.
  document.body.append(input);
  input.click();
}

/** Paths if the host can read the disk, otherwise bytes. A picked folder is passed as one path, so that it arrives as a folder. */
function sendPicked(
  bridge: TandemBridge,
  drops: UploadQueue,
  destination: DropDestination,
  picked: Iterable<File>,
): void {
  const files = [...picked];
  if (files.length === 0) return;
  const paths = files.map((file) => pickedPath(file, bridge.pathOf(file))).filter((path) => path !== null);
  if (paths.length === 0) drops.add(destination, Promise.resolve(filesOfPicker(files)));
  else drops.addPaths(destination, [...new Set(paths)]);
}

/** Of a file within a picked folder, the path of that folder; the lengths agree whatever the separator is. */
export function pickedPath(file: Pick<File, 'webkitRelativePath'>, path: string | null): string | null {
  const { webkitRelativePath: below } = file;
  if (path === null || below === '') return path;
  const top = below.split('/')[0] ?? '';
  return path.slice(0, path.length - below.length + top.length);
}
