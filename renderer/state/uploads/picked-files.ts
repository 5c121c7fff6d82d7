import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { filesOfPicker } from './dropped-files.ts';
import type { DropDestination } from './upload-batch.ts';
import type { UploadQueue } from './upload-queue.ts';

/**
 * Sends a file picker's result: paths if the host can read the disk, otherwise bytes. A picked folder is passed as one path, so that it arrives as
 * a folder.
 */
export function sendPicked(
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
