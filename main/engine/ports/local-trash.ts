import type { Kind } from '../model/entry.ts';
import type { LocalStat } from '../model/observation.ts';

/**
 * The engine's own trash, from which it can restore. A system trash can't be restored from by a program, so there is no
 * `LocalTrash` when it is used. Rejects only with `FileSystemError`.
 */
export interface LocalTrash {
  /** Moves the item at `place` back to `target`, never overwriting: `exists` if the name is taken. */
  takeBack(place: string, rootPath: string, target: string): Promise<LocalStat>;
  /** Copies a file to the trash before its content is replaced; returns the copy's path. */
  keepCopy(path: string, rootPath: string): Promise<string>;
  /** What was moved to the trash from this root from `fromMs` on and before `beforeMs`, apart from what is listed. Removes leftovers of a removal that did not happen. */
  unlisted(rootPath: string, known: KnownTrash): AsyncIterable<FoundInTrash>;
  /** Permanently deletes the item at `place`, if it still exists. Only within the trash. `not_found`: its volume is away. */
  purge(place: string): Promise<void>;
}

export type KnownTrash = {
  readonly fromMs: number;
  readonly beforeMs: number;
  /** Whether the list has this place, or one below it. */
  is(place: string): 'listed' | 'around' | 'unlisted';
};

/** `path`: relative to the root, with `/`. The topmost folder in which nothing is listed counts as one item. */
export type FoundInTrash = {
  readonly path: string;
  readonly place: string;
  readonly itemKind: Kind;
  readonly nodes: number;
  readonly bytes: number;
  readonly atMs: number;
};
