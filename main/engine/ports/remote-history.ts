import type { Content, Kind, RemoteEntry } from '../model/entry.ts';
import type { ItemId, VersionId } from '../model/ids.ts';
import type { Refusal } from './remote-refusal.ts';

/** What the service keeps of the past: trash and versions. Undo and restore stand on it (sync-engine.md 9). */
export interface RemoteHistory {
  /** All versions of a file that can be read, the newest first; the current one is the first. Null: the file is not there. */
  versions(file: ItemId, signal?: AbortSignal): Promise<readonly RemoteVersion[] | null>;
  /** Makes the content of a past version the current one, as a new version. The file may take the name of that time along. */
  promote(file: ItemId, version: VersionId, signal?: AbortSignal): Promise<Restored>;
  /**
   * Takes an item out of the trash with everything below, under its own id. `fallback`: the folder that it comes to when its own
   * is gone. `gone`: it is not in the trash: live, deleted for good, or in a folder that itself is in the trash.
   */
  restore(target: RestoreTarget, signal?: AbortSignal): Promise<Restored>;
}

export type RestoreTarget = {
  readonly id: ItemId;
  readonly kind: Kind;
  readonly fallback: ItemId;
  /** Another name than it had; null: its own. */
  readonly name: string | null;
};

/** One content that a file had or has. `by`: who made it, as the service names them; null when it does not say. */
export type RemoteVersion = {
  readonly id: VersionId;
  readonly content: Content;
  readonly madeAtMs: number | null;
  readonly by: string | null;
};

export type Restored = { readonly ok: true; readonly entry: RemoteEntry } | Refusal;
