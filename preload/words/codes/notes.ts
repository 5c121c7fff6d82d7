import type { ConnectionArgs } from './connection.ts';
import type { NameFaultArgs } from './problems.ts';

/** The effect of a step, as Activity shows it. */
export type DoneKind =
  | 'upload'
  | 'upload-version'
  | 'download'
  | 'download-version'
  | 'create-remote-folder'
  | 'create-local-folder'
  | 'rename-remote'
  | 'rename-local'
  | 'move-remote'
  | 'move-local'
  | 'set-aside'
  | 'trash-remote-file'
  | 'trash-remote-folder'
  | 'trash-local-file'
  | 'trash-local-folder'
  | 'trash-local-folder-in-part'
  | 'rescue'
  | 'adopt'
  | 'forget'
  | 'hash'
  | 'promote-version'
  | 'restore-remote'
  | 'restore-local'
  | 'replace-local'
  | 'bring-back'
  | 'resolve';

/** The planned effect of a step. */
export type PlannedKind =
  | 'hash'
  | 'adopt'
  | 'forget'
  | 'create-remote-folder'
  | 'create-local-folder'
  | 'upload'
  | 'upload-version'
  | 'download'
  | 'download-version'
  | 'move-remote'
  | 'move-local'
  | 'set-aside'
  | 'trash-remote'
  | 'trash-local'
  | 'rescue';

type Nothing = Readonly<Record<never, never>>;
type Items = { readonly items: number };
type Path = { readonly path: string };

/** Single sentences: code -> arguments. */
export type NoteArgs = StateArgs & ConnectionArgs;

/** Status lines, the journal, answers of `tandem why` and notifications. */
type StateArgs = {
  // The state of a folder, or of everything.
  readonly in_sync: Nothing;
  readonly checking: Nothing;
  readonly paused: Nothing;
  readonly waiting_to_retry: Items;
  readonly syncing_items: Items;
  readonly changes_held: Items;
  readonly items_need_attention: Items;
  readonly no_folder: Nothing;
  readonly syncing_paused: Nothing;
  readonly stopped: Nothing;
  readonly folder_needs_attention: Nothing;
  readonly looking_for_changes: Nothing;
  readonly syncing_files: { readonly files: number };
  // The line below it.
  readonly nothing_to_add: Nothing;
  readonly add_a_folder: Nothing;
  readonly no_files: Nothing;
  readonly holdings: { readonly files: number; readonly bytes: number };
  readonly each_folder_paused: Nothing;
  readonly until_resumed: Nothing;
  readonly resumes_at: { readonly atMs: number };
  readonly state_when_last_run: Nothing;
  readonly rest_in_sync: Nothing;
  /** `done`: finished files. `seconds` null: not known yet. */
  readonly to_go: { readonly done: number; readonly bytes: number; readonly seconds: number | null };

  readonly done: { readonly what: DoneKind };
  readonly done_to: { readonly what: DoneKind } & Path;
  readonly planned: { readonly step: PlannedKind };

  readonly why_synced: Path;
  readonly why_unknown: Path;
  readonly why_queued: Path;
  readonly why_behind_act: Path;
  readonly why_syncing: Path & { readonly rule: string; readonly step: PlannedKind };
  /** `copy` null: the path is the copy itself. */
  readonly why_conflict: Path & { readonly copy: string | null };
  readonly alias: { readonly remoteName: string; readonly localName: string } & NameFaultArgs;

  /** `folder`: where all of it is, from the name of the synced folder on, with `/`. */
  readonly held: Items & {
    readonly what: 'deletes' | 'rewrites';
    readonly direction: 'to-local' | 'to-remote';
    readonly folder: string;
  };

  // Notifications. `from` and `item` are empty when the service does not say.
  readonly invitation: { readonly from: string; readonly item: string };
  readonly invitation_details: { readonly from: string; readonly item: string; readonly role: string };
  /** `what`: a comment that names the person, or a task for them. */
  readonly mention: { readonly from: string; readonly item: string; readonly what: 'comment' | 'task' };
  readonly rescued: Nothing;
  /** `folder`: its name, beside `root`; absolute if `root` is null. */
  readonly rescued_details: Path & { readonly more: number; readonly folder: string; readonly root: string | null };
  readonly rules_exclude: Nothing;
  /** `by` empty: unknown. */
  readonly rules_exclude_details: Items & { readonly by: string; readonly folder: string };
  readonly root_moved: Nothing;
  readonly root_moved_details: { readonly before: string; readonly now: string };
  readonly root_moved_inside: Nothing;
  /** `other`: the synced folder that overlaps it now, or the folder of Tandem's own data. */
  readonly root_moved_inside_details: { readonly before: string; readonly now: string; readonly other: string };
  readonly state_set_aside: Nothing;
  readonly state_set_aside_details: Path;
  readonly service_went_back: Nothing;
  readonly service_went_back_details: Nothing;
  readonly root_from_backup: Nothing;
  readonly root_from_backup_details: Path;
  readonly changes_seen_late: Nothing;
  readonly changes_seen_late_details: Path & {
    readonly why: 'too_many_folders' | 'too_many_watchers' | 'denied' | 'failed';
  };
  readonly drop_finished: { readonly failed: number };
  /** `folder` empty: the account's root folder. */
  readonly drop_finished_details: { readonly sent: number; readonly failed: number; readonly folder: string };
};
