import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import type { DropFolders } from './drop-folders.ts';

export type OnConflict = 'ask' | 'keep-both' | 'new-version' | 'skip';

export type DroppedFile = {
  readonly id: string;
  readonly segments: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly conflict: boolean;
  /** `lost`: the page went away before its last byte. */
  state: 'announced' | 'sending' | 'sent' | 'failed' | 'skipped' | 'lost';
};

export type Batch = {
  readonly id: string;
  readonly folderId: string;
  readonly files: ReadonlyMap<string, DroppedFile>;
  readonly folders: DropFolders;
  readonly abort: AbortController;
  /** The files on their way now. */
  readonly sending: Set<Promise<DropOutcome>>;
  onConflict: OnConflict;
};

/** What became of the bytes of one file. */
export type DropOutcome = { readonly ok: true } | { readonly ok: false; readonly error: CommandErrorData };
