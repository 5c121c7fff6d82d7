import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { notSupportedHere } from '../results.ts';

/** Drag and drop. The bytes arrive outside the command table (`POST /drop/{id}`). */
export function dropCommands({
  drops,
  uploads,
  host,
}: CommandWorld): HandlersOf<
  | 'drop.begin'
  | 'drop.resolve'
  | 'drop.cancel'
  | 'drop.left'
  | 'drop.paths'
  | 'upload.cancel'
  | 'upload.resolve'
  | 'upload.retry'
> {
  return {
    'drop.begin': (request) => drops.begin(request),
    'drop.resolve': (request) => drops.resolve(request),
    'drop.cancel': (request) => drops.cancel(request),
    'drop.left': (request) => drops.left(request),
    // A page in a browser must not be able to name files on this disk.
    'drop.paths': async (request) => (host.can.dropPaths ? uploads.start(request) : notSupportedHere('drop_paths')),
    'upload.cancel': async (request) => uploads.cancel(request),
    'upload.resolve': async (request) => uploads.resolve(request),
    'upload.retry': async (request) => uploads.retry(request),
  };
}
