import type { AnswerWords } from './connection.ts';

/** The fault of a name. `sibling`: the disk can't tell it from another name in the same folder. */
export type NameFaultCode =
  | 'empty'
  | 'not_unicode'
  | 'too_long'
  | 'dots'
  | 'slashes'
  | 'control_character'
  | 'trailing_space'
  | 'state_folder'
  | 'separator'
  | 'nul'
  | 'forbidden_character'
  | 'reserved'
  | 'trailing_dot_or_space'
  | 'sibling';

/** `limit` is the longest name that fits, in `unit`; it matters for `too_long` only. */
export type NameFaultArgs = {
  readonly fault: NameFaultCode;
  readonly limit: number;
  readonly unit: 'characters' | 'bytes';
};

type Named = { readonly name: string };
/** The path that people read. */
type Subject = { readonly subject: string };
/** The absolute path of a synced folder. */
type Place = { readonly path: string };
type Nothing = Readonly<Record<never, never>>;
/** The rule as it is written. */
type Excluded = Subject & { readonly rule: string };
type LeftOut = Subject & { readonly item: string };
export type HolderKind = 'link' | 'special' | 'mount' | 'undecodable' | 'other';

/** Why a path, a synced folder or the account is not in sync: code -> arguments. Each has a sentence and a fix in every language. */
export type ProblemArgs = {
  // The planner leaves a path alone.
  readonly name_refused_by_service: Named & NameFaultArgs;
  readonly name_refused_by_disk: Named & NameFaultArgs;
  readonly names_collide: Named & { readonly sibling: string };
  readonly name_kept_there: Named & { readonly holder: string };
  readonly place_held_here: Named & { readonly holder: string };
  readonly not_empty_yet: Named & { readonly item: string };
  readonly still_within: Named & { readonly item: string };
  readonly rules_missing: Named & { readonly file: string };
  readonly larger_than_allowed: Named & { readonly sizeBytes: number; readonly largestBytes: number };
  readonly delete_not_permitted: Named;
  readonly download_not_permitted: Named;
  readonly move_not_permitted: Named;
  readonly add_not_permitted: Named & { readonly folder: string };
  readonly change_not_permitted: Named;
  readonly excluded_here: Named;
  readonly left_or_back: Named;
  readonly behind_held_batch: Named;
  readonly batch_held: {
    readonly items: number;
    readonly what: 'deletes' | 'rewrites';
    readonly direction: 'to-local' | 'to-remote';
  };
  readonly taken_by_scanner: Subject;

  // A step failed.
  readonly name_not_allowed_by_service: Subject;
  readonly name_not_allowed_here: Subject;
  readonly name_too_long: Subject;
  readonly unreadable: Subject;
  readonly unwritable: Subject;
  readonly file_in_use: Subject;
  readonly disk_full: Subject;
  readonly too_large_for_disk: Subject;
  /** `folder`: the absolute path of the synced folder, which tells which disk it is. */
  readonly disk_space_short: Subject & {
    readonly neededBytes: number;
    readonly freeBytes: number;
    readonly folder: string;
  };
  readonly disk_error: Subject & { readonly reason: 'not_supported' | 'io' };
  /** A rule file; most rules and bytes that one may have. */
  readonly rule_file_too_long: Subject & { readonly most: number; readonly mostBytes: number };
  readonly changing_while_read: Subject;
  readonly grows_all_the_time: Subject;
  readonly no_permission: Subject;
  readonly item_locked: Subject;
  /** `untilMs` null: no one knows when the lock ends. */
  readonly item_locked_by: Subject & { readonly by: string; readonly untilMs: number | null };
  readonly too_large: Subject;
  readonly quota_full: Subject;
  /** `answer`: the words of the service; empty when it has none. */
  readonly refused_by_service: Subject & { readonly answer: AnswerWords };
  readonly gone_from_service: Subject;
  readonly moved_to_other_root: Subject;
  readonly name_conflict: Subject;
  readonly changing_there: Subject;
  /** The service lists the item, but does not give out its content. */
  readonly content_withheld: Subject;
  readonly corrupt_transfer: Subject;
  readonly service_error: Subject & { readonly answer: AnswerWords };
  /** A reason that an earlier version wrote down as prose; the next plan replaces it. */
  readonly being_rechecked: Nothing;

  // Left alone on purpose: it does not sync, and nothing is wrong. `item`: the path itself, or the one above it that doesn't sync.
  readonly excluded_by_line: Excluded & { readonly file: string; readonly line: number };
  readonly excluded_by_setting: Excluded & { readonly line: number };
  readonly excluded_by_default: Excluded;
  readonly state_folder: Subject;
  /** The user keeps `item` on this computer only. */
  readonly kept_here: LeftOut;
  readonly link_not_followed: LeftOut;
  readonly special_file: LeftOut;
  readonly other_disk: LeftOut;
  readonly name_not_decodable: LeftOut;
  readonly not_selected: Subject & { readonly folder: string };
  readonly beside_deselected: Subject & { readonly folder: string };
  /** `holder` has its place here. */
  readonly place_not_free: Subject & { readonly holder: string; readonly is: HolderKind };
  /** `folder`: where unsynced changes go. */
  readonly access_lost: Subject & { readonly folder: string };
  /** `place`: absolute. */
  readonly moved_out: Subject & { readonly place: string };
  readonly left_over: Subject & { readonly since: 'deleted' | 'deselected' };

  // Two versions were kept (SPEC P45).
  readonly both_edited: Subject;
  readonly both_created: Subject;
  readonly kinds_differ: Subject;
  readonly name_taken: Subject;

  // A synced folder as a whole.
  readonly remote_folder_gone: Nothing;
  readonly root_not_readable: Place;
  readonly root_not_compared: Place;
  readonly root_missing: Place;
  readonly root_replaced: Place;
  readonly root_emptied: Place;
  readonly root_other_volume: Place;
  readonly root_other_time: Place;
  readonly state_disk_full: Nothing;
  readonly state_unwritable: Nothing;
  readonly state_damaged: Nothing;
  readonly internal_fault: Nothing;

  // The whole account.
  readonly offline: Nothing;
  /** `why`: the last words of the service; empty when it gave none. */
  readonly private_service_failing: { readonly why: string };
  readonly signed_out: Nothing;
  readonly rate_limited: Nothing;
  readonly no_account: Nothing;
};
