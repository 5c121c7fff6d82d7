import type { AccountRefusalArgs } from './account.ts';
import type { NameFaultArgs } from './problems.ts';
import type { RequestRefusalArgs } from './requests.ts';

type Path = { readonly path: string };
type Name = { readonly name: string };
/** Errors of the disk. */
export type DiskReason =
  | 'not_found'
  | 'exists'
  | 'changed'
  | 'denied'
  | 'busy'
  | 'no_space'
  /** The disk has a limit for the size of a file, whatever is free. */
  | 'too_large'
  | 'name_too_long'
  /** It has characters that the disk does not know. */
  | 'name_refused'
  | 'not_supported'
  | 'io';

type Nothing = Readonly<Record<never, never>>;

/** Why an order or a request was not carried out: code -> arguments. Each has a sentence and a fix in every language. */
export type RefusalArgs = EngineRefusalArgs & RequestRefusalArgs & AccountRefusalArgs;

type EngineRefusalArgs = {
  // Decide, undo, restore. Paths are below their synced folder.
  readonly changed_since: Path;
  readonly name_in_use_there: Path;
  readonly version_name_taken: Path;
  readonly not_in_service_trash: Path;
  readonly gone_from_there: Path;
  readonly kept_by_system_trash: Path;
  readonly in_system_trash: Path;
  readonly gone_from_local_trash: Path;
  readonly not_in_local_trash: Nothing;
  readonly trash_without_root: Path & { readonly place: string };
  readonly trash_not_shared: Path & { readonly place: string };
  readonly trash_away: Path & { readonly place: string };
  readonly no_longer_shared: Path;
  readonly no_such_conflict: Nothing;
  readonly no_such_batch: { readonly id: number };
  readonly held_batch_grown: { readonly items: number };
  readonly no_such_entry: Nothing;
  readonly version_not_kept: Path;
  readonly version_not_kept_for_batch: Path;
  readonly conflict_resolved_already: Path;
  readonly kinds_cannot_merge: Path;
  readonly other_version_not_here: Path;
  readonly service_version_withheld: Path;
  /** The work on the folder ended before the command did. */
  readonly order_interrupted: Path;
  readonly service_version_gone: Path;
  readonly content_not_kept: Path;
  readonly folder_not_here: Path;
  readonly folder_not_there: Path;
  readonly name_in_use_here: Path;
  readonly name_not_usable: NameFaultArgs;
  /** Names the item that has it. */
  readonly name_taken_beside: Name;
  readonly both_versions_kept: Path;
  readonly earlier_content_gone: Path;
  readonly may_hold_more: Path;
  readonly rescued_already: Path;
  readonly nothing_changed: Path;
  readonly creation_not_undone: Path & { readonly side: 'local' | 'remote' };
  readonly undone_already: Path;

  // Synced folders and their selection. Paths are absolute.
  readonly no_such_root: Nothing;
  readonly in_no_root: Path;
  readonly other_sync_app: Path & { readonly app: string; readonly other: string };
  readonly other_account_root: Path & { readonly account: string };
  readonly not_a_folder: Path;
  readonly link_not_a_folder: Path;
  readonly local_folder_missing: Path;
  readonly remote_folder_not_found: { readonly id: string };
  readonly local_folders_nested: Path & { readonly other: string };
  /** `other`: the folder of Tandem's own data that it is or lies in. */
  readonly own_data_folder: Path & { readonly other: string };
  readonly remote_folders_nested: Name & Path;
  readonly folder_unusable: Path & { readonly reason: DiskReason };
  readonly sign_in_not_accepted: Nothing;
  readonly root_is_there: Path;
  readonly place_not_a_folder: Path;
  readonly other_root_at_place: Path;
  readonly nothing_to_accept: Path;
  readonly too_many_rules: { readonly most: number; readonly mostBytes: number };
  readonly root_not_deselectable: Nothing;
  readonly folder_not_known: Name;
  readonly not_a_share: Name;
  readonly share_not_leavable: Name;
  readonly nothing_to_bring_back: Path;
  readonly nothing_to_keep_here: Path;
};
