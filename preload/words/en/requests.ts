import type { HostFeature, RequestRefusalArgs } from '../codes/requests.ts';
import type { RefusalTable } from '../wording.ts';

const DROP_AGAIN = 'Drop the files again.';
const DROP_IT_AGAIN = 'Drop it again.';
const OTHER_VERSION = 'Restart Tandem. If that does not help, the window and the program are of different versions.';
const NOTHING_TO_DO = "There's nothing to do.";

/** Why a request of the window was refused: the obstacle and the remedy. */
export const requests: Pick<RefusalTable, keyof RequestRefusalArgs> = {
  no_folder_entered: {
    says: 'No folder is entered yet.',
    fix: ({ example }) => `Enter a whole path, such as ${example}.`,
  },
  path_not_absolute: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not a whole path.`,
    fix: ({ example }) => `Enter a whole path, such as ${example}.`,
  },
  whole_disk: { says: "A whole disk can't sync.", fix: 'Choose a folder on it.' },
  folder_in_a_file: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not a folder.`,
    fix: 'Choose another place for the new folder.',
  },
  folder_not_writable: {
    says: ({ path }, { quoted }) => `You don't have permission to write to ${quoted(path)}.`,
    fix: 'Choose another folder, or change its permissions.',
  },
  folder_not_made: {
    says: ({ path, reason }, { quoted }) => `The folder ${quoted(path)} could not be created (${reason}).`,
    fix: 'Choose another place for it.',
  },
  outside_root: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not in this folder.`,
    fix: 'Choose an item in the folder.',
  },
  service_not_reached: {
    says: ({ answer }, { say }) => say(answer),
    fix: 'Check the address of the service and your connection.',
  },
  service_refused: {
    says: ({ answer }, { say }) => say(answer),
    fix: 'Try again. If it keeps happening, ask the administrator of the service.',
  },
  not_supported_here: {
    says: ({ feature }) => `${FEATURES[feature]} is not available here.`,
    fix: 'Use the desktop app instead.',
  },
  no_newer_version: { says: "There's no newer version to install yet.", fix: NOTHING_TO_DO },
  scheme_not_opened: {
    says: ({ scheme }, { quoted }) => `Tandem doesn't open addresses that begin with ${quoted(scheme)}.`,
    fix: 'Open it yourself.',
  },
  window_opening: { says: 'The window is still opening.', fix: 'Try again in a moment.' },
  proxy_with_password: {
    says: "A proxy that asks for a name and a password can't be set here.",
    fix: 'Enter only its address, such as http://proxy.example.com:3128.',
  },
  unknown_command: {
    says: ({ command }, { quoted }) => `Tandem doesn't know the command ${quoted(command)}.`,
    fix: OTHER_VERSION,
  },
  request_malformed: {
    says: ({ what }) => `The window sent a request that is not valid: ${what}.`,
    fix: OTHER_VERSION,
  },
  answer_malformed: { says: ({ what }) => `Tandem gave an answer that is not valid: ${what}.`, fix: OTHER_VERSION },
  host_fault: {
    says: 'Something went wrong inside Tandem.',
    fix: 'Try again. If it keeps happening, restart Tandem. The log has the details.',
  },
  not_our_window: {
    says: "Only Tandem's own window can make this request.",
    fix: 'Close the program that made it, and open the window from the tray.',
  },
  disconnected: {
    says: 'The connection to Tandem was lost.',
    fix: 'The window keeps trying to reconnect. Check that Tandem is still running.',
  },
  paths_only: { says: 'This window uploads by path, not by content.', fix: DROP_AGAIN },
  nothing_named: { says: 'The request names nothing to work on.', fix: 'Choose an entry, then try again.' },
  transfer_over: { says: 'This transfer has already ended.', fix: NOTHING_TO_DO },
  item_gone: { says: 'It no longer exists.', fix: NOTHING_TO_DO },
  drop_unreadable: {
    says: ({ path }, { quoted }) => `${quoted(path)} could not be read.`,
    fix: 'Nothing was uploaded. Check that it exists and that you have permission to read it, then drop it again.',
  },
  drop_empty: { says: 'There were no files in what you dropped.', fix: 'Drop files, or folders that contain some.' },
  drop_path_bad: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not a path inside a folder.`,
    fix: `Nothing was uploaded. ${DROP_AGAIN}`,
  },
  drop_not_started: { says: ({ answer }, { say }) => say(answer), fix: `Nothing was uploaded. ${DROP_AGAIN}` },
  drop_folder_gone: {
    says: 'The folder no longer exists on the service.',
    fix: 'Nothing was uploaded. Drop the files into another folder.',
  },
  drop_over: { says: 'This upload has already ended.', fix: DROP_AGAIN },
  drop_not_announced: { says: 'This file was already sent, or its upload has ended.', fix: DROP_IT_AGAIN },
  drop_name_undecided: {
    says: 'A file with this name already exists there.',
    fix: 'Choose whether to replace it or to keep both.',
  },
  drop_folder_is_file: {
    says: ({ name }, { quoted }) => `${quoted(name)} is a file on the service, not a folder.`,
    fix: 'Rename one of the two, then drop the files again.',
  },
  drop_folder_not_made: {
    says: ({ name }, { quoted }) => `The folder ${quoted(name)} could not be created on the service.`,
    fix: DROP_AGAIN,
  },
  drop_refused: { says: ({ answer }, { say }) => say(answer), fix: DROP_IT_AGAIN },
  drop_name_taken: { says: 'A file with this name already exists there.', fix: DROP_IT_AGAIN },
  drop_cancelled: { says: 'The upload was canceled.', fix: DROP_IT_AGAIN },
  drop_corrupt: { says: 'The file arrived damaged, so the service did not keep it.', fix: DROP_IT_AGAIN },
  drop_failed: { says: 'The upload failed.', fix: DROP_IT_AGAIN },
  drop_connection_lost: { says: 'The connection was lost.', fix: DROP_IT_AGAIN },
  drop_file_changed: { says: 'The file changed or can no longer be read.', fix: DROP_IT_AGAIN },
  link_password_wrong: {
    says: 'This link needs a password, and the one you entered is missing or wrong.',
    fix: 'Ask the person who sent you the link.',
  },
  link_opens_nothing: {
    says: "This link doesn't open anything for you.",
    fix: 'Check the address. The link may have been removed, or it may be for other people.',
  },
  link_visit_over: { says: 'Tandem has restarted since you opened this link.', fix: 'Open the link again.' },
  archive_not_permitted: {
    says: ({ name }, { quoted }) =>
      `You don't have permission to download ${quoted(name)}, so the archive would be empty.`,
    fix: 'Choose only items that you can download, or ask the owner for permission.',
  },
  archive_too_deep: {
    says: ({ name }, { quoted }) => `${quoted(name)} is too deeply nested for an archive.`,
    fix: 'Download a folder further down on its own.',
  },
  archive_too_many: {
    says: 'These are more than 65,535 files and folders, the most that an archive can hold.',
    fix: 'Download the folders one by one.',
  },
  archive_bookmark_bad: {
    says: ({ name }, { quoted }) => `${quoted(name)} doesn't link to a web page, so it can't be part of an archive.`,
    fix: 'Choose the other items, or give the link an address that begins with http:// or https://.',
  },
};

const FEATURES: Readonly<Record<HostFeature, string>> = {
  private_service: 'A private service',
  reveal: 'Opening the file manager',
  open_file: 'Opening a file',
  window_link: 'A link to the window',
  open_link: 'Opening a web address',
  change_account: 'Changing the account',
  drop_paths: 'Uploading by path',
  start_at_login: 'Starting at login',
  choose_folder: "Choosing a folder in the system's dialog",
  show_window: 'Bringing the window to the front',
  update: 'Updating',
  sign_out_windows: 'Signing out other windows',
};
