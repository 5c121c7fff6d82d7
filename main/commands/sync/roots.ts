import { join, normalize } from 'node:path';
import type { CommandRequest, CommandResult } from '../../../preload/ipc/commands.ts';
import { rmdir } from '../../disk/disk.ts';
import { isWithin } from '../../engine/model/disk-path.ts';
import { makeSyncFolder } from '../../private/make-sync-folder.ts';
import type { CommandWorld, HandlersOf } from '../command-world.ts';
import { done, notSupportedHere, type Refused, refusedAs } from '../results.ts';
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
      if (host.reveal === null) return notSupportedHere('reveal');
      const place = placeIn(engine, rootId, path);
      if (typeof place !== 'string') return place;
      await host.reveal(place);
      return done;
    },
    'root.open': async ({ rootId, path }) => {
      const { reveal, openFile } = host;
      if (reveal === null || openFile === null) return notSupportedHere('open_file');
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
  if (root === undefined) return refusedAs('not_found', { code: 'no_such_root', args: {} });
  const place = join(root.localPath, normalize(path));
  if (!isWithin(place, root.localPath)) {
    return refusedAs('bad_path', { code: 'outside_root', args: { path } });
  }
  return place;
}

/** Creates the local folder first if it is missing, and removes it again if linking fails. */
async function addRoot(
  engine: CommandWorld['engine'],
  { create = false, ...request }: CommandRequest<'root.add'>,
): Promise<CommandResult<'root.add'>> {
  const made = create ? makeFolder(request.localPath) : null;
  if (made !== null && !made.ok) return made;
  const added = await engine.addRoot(request);
  // rmdir removes only an empty folder, so files that appeared meanwhile stay.
  if (!added.ok && made?.isNew === true) await rmdir(request.localPath).catch(() => undefined);
  return added;
}

function makeFolder(path: string): { readonly ok: true; readonly isNew: boolean } | Refused {
  try {
    return { ok: true, isNew: makeSyncFolder(path) };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return refusedAs('local_unreadable', { code: 'folder_not_made', args: { path, reason } });
  }
}
