import type { LocalStat } from '../model/observation.ts';

/**
 * The trash that the engine keeps itself, from which it can put things back. A system's trash takes things, but gives nothing back
 * to a program: where that one is used, there is none of these. Rejects with `FileSystemError` only.
 */
export interface LocalTrash {
  /** Puts what lies at `place` back to `target`, never over anything: `exists` when the name is taken. */
  takeBack(place: string, rootPath: string, target: string): Promise<LocalStat>;
  /** Puts a copy of a file into the trash, before its content is replaced; returns where it lies. */
  keepCopy(path: string, rootPath: string): Promise<string>;
  /** Deletes for good what lies at `place`; nothing when it is gone already. Only within the trash. */
  purge(place: string): Promise<void>;
}
