import { type DropBatches, type DropDependencies, dropBatches } from '../../../main/commands/drop/drop-batches.ts';
import { pathUploads } from '../../../main/commands/drop/path-uploads.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import type { PathUpload } from '../../../preload/ipc/shapes/drop.ts';

export type DropHostParts = DropDependencies & {
  readonly destination: string;
  /** What the uploads see of the batches. */
  readonly seen: (batches: DropBatches) => DropBatches;
};

/** A host, and what a window knows of its uploads. */
export function openDropHost({ destination, seen, ...dependencies }: DropHostParts) {
  const files = new Map<string, string>();
  const sentences = new Map<string, unknown>();
  let latest: readonly PathUpload[] = [];
  const batches = dropBatches(dependencies);
  const uploads = pathUploads({
    batches: seen(batches),
    clock: createNodeClock(),
    send: (message) => {
      latest = message;
      for (const file of message.flatMap((upload) => upload.files)) {
        files.set(file.path.slice(file.path.indexOf('/') + 1), file.state);
        sentences.set(file.path.slice(file.path.indexOf('/') + 1), file.sentence);
      }
    },
  });
  const start = (...paths: readonly string[]) =>
    uploads.start({ folderId: destination, folderName: 'Plans', paths: [...paths], onConflict: 'ask' });
  const states = () => Object.fromEntries(files);
  const idOf = (name: string) => latest[0]?.files.find(({ path }) => path.endsWith(name))?.id;
  return { batches, uploads, start, states, sentences, idOf, latest: () => latest };
}
