import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { notSupportedHere } from '../results.ts';
import { dropPaths } from './drop-paths.ts';

/** Drag and drop. The bytes arrive outside the command table (`POST /drop/{id}`). */
export function dropCommands({
  drops,
  host,
}: CommandWorld): HandlersOf<'drop.begin' | 'drop.resolve' | 'drop.cancel' | 'drop.left' | 'drop.paths'> {
  return {
    'drop.begin': (request) => drops.begin(request),
    'drop.resolve': (request) => drops.resolve(request),
    'drop.cancel': (request) => drops.cancel(request),
    'drop.left': (request) => drops.left(request),
    // A page in a browser must not be able to name files on this disk.
    'drop.paths': async (request) => (host.can.dropPaths ? dropPaths(drops, request) : notSupportedHere('drop_paths')),
  };
}
