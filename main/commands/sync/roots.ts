import { join, normalize, sep } from 'node:path';
import type { CommandRequest, CommandResult } from '../../../preload/ipc/commands.ts';
import { mkdir, rmdir } from '../../disk/disk.ts';
import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { done, notSupportedHere, type Refused, refused } from '../results.ts';
import { isDocument } from './is-document.ts';

type RootCommands = 'root.list' | 'root.add' | 'root.remove' | 'root.recover' | 'root.reveal' | 'root.open';

/** Sync roots: pairs of a local and a remote folder. */
export function rootCommands({ engine, host }: CommandWorld): HandlersOf<RootCommands> {
  return {
    'root.list': async () => ({ ok: true, value: engine.status().roots }),
    'root.add': (request) => addRoot(engine, request),
    'root.remove': ({ rootId }) => engine.removeRoot(rootId),
    'root.recover': ({ rootId, choice }) => engine.recoverRoot(rootId, choice),
    'root.reveal': async ({ rootId, path = '' }) => {
      if (host.reveal === null) return notSupportedHere('Opening the file manager');
      const place = placeIn(engine, rootId, path);
      if (typeof place !== 'string') return place;
      await host.reveal(place);
      return done;
    },
    'root.open': async ({ rootId, path }) => {
      const { reveal, openFile } = host;
      if (reveal === null || openFile === null) return notSupportedHere('Opening a file');
      const place = placeIn(engine, rootId, path);
      if (typeof place !== 'string') return place;
      await (isDocument(place) ? openFile(place) : reveal(place));
      return done;
    },
  };
}

/** The absolute path of an item of a root, which must stay below it. */
function placeIn(engine: CommandWorld['engine'], rootId: number, path: string): string | Refused {
  const root = engine.status().roots.find(({ id }) => id === rootId);
  if (root === undefined) return refused('not_found', 'This folder is not synced any more.', 'Reload the window.');
  const place = join(root.localPath, normalize(path));
  if (place !== root.localPath && !`${place}${sep}`.startsWith(`${root.localPath}${sep}`)) {
    return refused('bad_path', `“${path}” is not in this folder.`, 'Choose an item of the folder.');
  }
  return place;
}

/** Creates the local folder first if it is missing, and removes it again if linking fails. */
async function addRoot(
  engine: CommandWorld['engine'],
  { create = false, ...request }: CommandRequest<'root.add'>,
): Promise<CommandResult<'root.add'>> {
  const made = create ? await makeFolder(request.localPath) : null;
  if (made !== null && !made.ok) return made;
  const added = await engine.addRoot(request);
  // rmdir removes only an empty folder, so files that appeared meanwhile stay.
  if (!added.ok && made?.isNew === true) await rmdir(request.localPath).catch(() => undefined);
  return added;
}

async function makeFolder(path: string): Promise<{ readonly ok: true; readonly isNew: boolean } | Refused> {
  try {
    return { ok: true, isNew: (await mkdir(path, { recursive: true })) !== undefined };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason given';
    return refused(
      'local_unreadable',
      `The folder “${path}” cannot be made (${code}).`,
      'Choose another place for it.',
    );
  }
}
