import { renameOnDisk } from '../execute/disk/rename-on-disk.ts';
import type { LocalEntry } from '../model/entry.ts';
import type { RootContext } from '../root/root-context.ts';
import { lookAround, onDisk } from './act.ts';

type Move = { readonly local: LocalEntry; readonly from: string; readonly to: string };

/** Moves an item to a free path of its root. A disk that ignores case finds the item itself under another case of its name. */
export async function moveHere(
  context: RootContext,
  { local, from, to }: Move,
): Promise<'moved' | 'taken' | 'changed'> {
  const { fileSystem } = context.parts;
  const { identity } = local.fingerprint;
  const holder = await fileSystem.stat(onDisk(context, to));
  if (holder !== null && holder.fingerprint.identity !== identity) return 'taken';
  const moved = await renameOnDisk(fileSystem, { from: onDisk(context, from), to: onDisk(context, to), identity });
  if (moved === null) return 'changed';
  lookAround(context, from);
  lookAround(context, to);
  return 'moved';
}
