import type { AnswerWords } from './connection.ts';

type Path = { readonly path: string };
type Name = { readonly name: string };
type Nothing = Readonly<Record<never, never>>;

/** What only some hosts of the window can do. */
export type HostFeature =
  | 'private_service'
  | 'reveal'
  | 'open_file'
  | 'window_link'
  | 'open_link'
  | 'change_account'
  | 'drop_paths'
  | 'start_at_login'
  | 'choose_folder'
  | 'show_window'
  | 'update'
  | 'sign_out_windows';

/** Why a request of the window was not carried out: code -> arguments. Each has a sentence and a fix in every language. */
export type RequestRefusalArgs = {
  // A local folder as it is typed. `example`: a whole path.
  readonly no_folder_entered: { readonly example: string };
  readonly path_not_absolute: Path & { readonly example: string };
  readonly whole_disk: Nothing;
  readonly folder_in_a_file: Path;
  readonly folder_not_writable: Path;
  /** `reason`: the code of the system's error. */
  readonly folder_not_made: Path & { readonly reason: string };
  readonly outside_root: Path;

  /** Words of the connection or of the service. */
  readonly service_not_reached: { readonly answer: AnswerWords };
  readonly service_refused: { readonly answer: AnswerWords };

  // Of this host.
  readonly not_supported_here: { readonly feature: HostFeature };
  readonly no_newer_version: Nothing;
  readonly scheme_not_opened: { readonly scheme: string };
  readonly window_opening: Nothing;
  readonly proxy_with_password: Nothing;

  // Between the window and its host.
  readonly unknown_command: { readonly command: string };
  /** `what`: the command and the field at fault, for a report. */
  readonly request_malformed: { readonly what: string };
  readonly answer_malformed: { readonly what: string };
  readonly host_fault: Nothing;
  readonly not_our_window: Nothing;
  readonly disconnected: Nothing;
  readonly paths_only: Nothing;

  // Orders about things that are over, or that name nothing.
  readonly nothing_named: Nothing;
  readonly transfer_over: Nothing;
  readonly item_gone: Nothing;

  // Uploads by drop.
  readonly drop_unreadable: Path;
  readonly drop_empty: Nothing;
  readonly drop_path_bad: Path;
  /** `answer`: words of the service or of the connection. */
  readonly drop_not_started: { readonly answer: AnswerWords };
  readonly drop_folder_gone: Nothing;
  readonly drop_over: Nothing;
  readonly drop_not_announced: Nothing;
  readonly drop_name_undecided: Nothing;
  readonly drop_folder_is_file: Name;
  readonly drop_folder_not_made: Name;
  readonly drop_refused: { readonly answer: AnswerWords };
  readonly drop_name_taken: Nothing;
  readonly drop_cancelled: Nothing;
  readonly drop_corrupt: Nothing;
  readonly drop_failed: Nothing;
  readonly drop_connection_lost: Nothing;
  readonly drop_file_changed: Nothing;

  // Shared links and archives.
  readonly link_password_wrong: Nothing;
  readonly link_opens_nothing: Nothing;
  readonly link_visit_over: Nothing;
  readonly archive_not_permitted: Name;
  readonly archive_too_deep: Name;
  readonly archive_too_many: Nothing;
  readonly archive_bookmark_bad: Name;
};
