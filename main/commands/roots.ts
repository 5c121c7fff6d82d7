import { join, normalize, sep } from 'node:path';
import type { CommandWorld, HandlersOf } from './command-world.ts';
import { done, notSupportedHere, refused } from './results.ts';

type RootCommands = 'root.list' | 'root.add' | 'root.remove' | 'root.recover' | 'root.reveal';

/** The sync roots: pairs of a local folder and a remote one. */
export function rootCommands({ engine, host }: CommandWorld): HandlersOf<RootCommands> {
  return {
    'root.list': async () => ({ ok: true, value: engine.status().roots }),
    'root.add': (request) => engine.addRoot(request),
    'root.remove': ({ rootId }) => engine.removeRoot(rootId),
    'root.recover': ({ rootId, choice }) => engine.recoverRoot(rootId, choice),
    'root.reveal': async ({ rootId, path = '' }) => {
      if (host.reveal === null) return notSupportedHere('Opening the file manager');
      const root = engine.status().roots.find(({ id }) => id === rootId);
      if (root === undefined) return refused('not_found', 'This folder is not synced any more.', 'Reload the window.');
      const place = join(root.localPath, normalize(path));
      // The window names a path below the root, never a way out of it.
      if (place !== root.localPath && !`${place}${sep}`.startsWith(`${root.localPath}${sep}`)) {
        return refused('bad_path', `“${path}” is not in this folder.`, 'Choose an item of the folder.');
      }
      await host.reveal(place);
      return done;
    },
  };
}
