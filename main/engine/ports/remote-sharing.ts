import type { Kind, SyncState } from '../model/entry.ts';
import type { ItemId } from '../model/ids.ts';
import type { Changed, Refusal } from './remote-refusal.ts';

/** What the service keeps about who has an item where: selective sync, collaborations, locks. */
export interface RemoteSharing {
  /** Sets what holds for a folder on all computers of its owner (SPEC P65). */
  setSyncState(folder: ItemId, state: SyncState, signal?: AbortSignal): Promise<Changed>;
  /**
   * Ends the account's own collaboration on an item that somebody shares with it; nobody else loses it. Some requests. `gone`:
   * there is none of this person alone, e.g. because a group has it.
   */
  leave(target: { readonly id: ItemId; readonly kind: Kind }, signal?: AbortSignal): Promise<Left>;
  /** Who holds a file, and until when; null: nobody, or the service does not say. */
  lockOf(file: ItemId, signal?: AbortSignal): Promise<FileLock | null>;
}

export type Left = { readonly ok: true } | Refusal;

/** `untilMs` null: until it is taken off. */
export type FileLock = { readonly by: string; readonly untilMs: number | null };
