import type { Content, Kind, RemoteEntry } from '../../model/entry.ts';
import type { ItemId, VersionId } from '../../model/ids.ts';
import type { Refusal } from './remote-refusal.ts';

/** The service's history: trash and versions. Undo and restore depend on it (sync-engine.md 9). */
export interface RemoteHistory {
  /** All readable versions of a file, newest first; the first is the current one. Null: the file does not exist. */
  versions(file: ItemId, signal?: AbortSignal): Promise<readonly RemoteVersion[] | null>;
  /** Makes the content of a past version the current one, as a new version. The file may also get back its name from then. */
  promote(file: ItemId, version: VersionId, signal?: AbortSignal): Promise<Restored>;
  /**
   * Restores an item and everything below from the trash under its own id. `fallback`: the target folder if its own is gone.
   * `gone`: the item is not in the trash itself: it is live, permanently deleted, or inside a trashed folder.
   */
  restore(target: RestoreTarget, signal?: AbortSignal): Promise<Restored>;
}

export type RestoreTarget = {
  readonly id: ItemId;
  readonly kind: Kind;
  readonly fallback: ItemId;
  /** A new name; null: its own. */
  readonly name: string | null;
};

/** One past or current content of a file. `by`: the author from the service; null: not stated. An upload without an account has a name but no id. */
export type RemoteVersion = {
  readonly id: VersionId;
  readonly content: Content;
  readonly madeAtMs: number | null;
  readonly by: { readonly id: string | null; readonly name: string } | null;
};

export type Restored = { readonly ok: true; readonly entry: RemoteEntry } | Refusal;
