import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import type { DropFolders } from './drop-folders.ts';

export type OnConflict = 'ask' | 'keep-both' | 'new-version' | 'skip';

export type DroppedFile = {
  readonly id: string;
  readonly segments: readonly string[];
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly conflict: boolean;
  /** `lost`: the page closed before it sent the last byte, or a reloaded page reported it as missing. */
  state: 'announced' | 'sending' | 'sent' | 'failed' | 'skipped' | 'lost';
};

export type Batch = {
  readonly id: string;
  readonly folderId: string;
  /** Empty: the account's root folder. */
  readonly folderName: string;
  readonly files: ReadonlyMap<string, DroppedFile>;
  readonly folders: DropFolders;
  readonly abort: AbortController;
  /** Files in flight. */
  readonly sending: Set<Promise<DropOutcome>>;
  onConflict: OnConflict;
};

/** Transfer result of one file. */
export type DropOutcome = { readonly ok: true } | { readonly ok: false; readonly error: CommandErrorData };
