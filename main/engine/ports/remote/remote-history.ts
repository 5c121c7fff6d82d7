import type { Content, Kind, RemoteEntry } from '../../model/entry.ts';
import type { ItemId, VersionId } from '../../model/ids.ts';
import type { Refusal } from './remote-refusal.ts';

/** The service's history: trash and versions. Undo and restore depend on it. */
export interface RemoteHistory {
  /** All readable versions of a file, newest first; the first is the current one. Null: the file does not exist. */
  versions(file: ItemId, signal?: AbortSignal): Promise<readonly RemoteVersion[] | null>;
  /**
   * Makes the content of a past version the current one, as a new version. `changed`: the file is no longer as given, and keeps what it has since.
   * A service that does not know how to keep the file's name gives it the version's.
   */
  promote(file: PromotedFile, version: VersionId, signal?: AbortSignal): Promise<Restored>;
  /**
   * Restores an item and everything below from the trash under its own id. `fallback`: the target folder if its own is gone.
   * `gone`: the item is not in the trash itself: it is live, permanently deleted, or inside a trashed folder.
   */
  restore(target: RestoreTarget, signal?: AbortSignal): Promise<Restored>;
}

/** A file as the caller knows it. */
export type PromotedFile = Pick<RemoteEntry, 'id' | 'name' | 'etag' | 'versionId'>;

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
  /** The file's name at that time; null: not stated. */
  readonly name: string | null;
  readonly madeAtMs: number | null;
  readonly by: { readonly id: string | null; readonly name: string } | null;
};

export type Restored = { readonly ok: true; readonly entry: RemoteEntry } | Refusal;
