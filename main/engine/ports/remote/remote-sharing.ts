import type { Kind, SyncState } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import type { Changed, Refusal } from './remote-refusal.ts';

/** The service's data on who has which item: selective sync, collaborations, locks. */
export interface RemoteSharing {
  /** Sets a folder's state on all its owner's devices (SPEC P65). */
  setSyncState(folder: ItemId, state: SyncState, signal?: AbortSignal): Promise<Changed>;
  /**
   * Ends the account's own collaboration on an item shared with it; other users keep theirs. Several requests. `gone`: the user
   * has no collaboration of their own, e.g. because it belongs to a group.
   */
  leave(target: { readonly id: ItemId; readonly kind: Kind }, signal?: AbortSignal): Promise<Left>;
  /** The holder of a file's lock, and its end; null: not locked, or not stated. */
  lockOf(file: ItemId, signal?: AbortSignal): Promise<FileLock | null>;
}

export type Left = { readonly ok: true } | Refusal;

/** `untilMs` null: until unlocked. */
export type FileLock = { readonly by: string; readonly untilMs: number | null };
