import type { DoneKind, NoteArgs, PlannedKind } from '../codes/notes.ts';
import type { NoteTable } from '../wording.ts';
import { connection } from './connection.ts';
import { nameFault } from './name-fault.ts';

/** Status lines, the journal, answers about a path, and notifications. */
export const notes: NoteTable = {
  ...connection,
  in_sync: 'Everything is in sync.',
  checking: 'Checking for changes.',
  paused: 'Paused.',
  waiting_to_retry: ({ items }, write) => `Waiting to retry ${write.items(items)}.`,
  syncing_items: ({ items }, write) => `Syncing ${write.items(items)}.`,
  changes_held: ({ items }, { count }) =>
    items === 1 ? '1 change is held until you decide.' : `${count(items)} changes are held until you decide.`,
  items_need_attention: ({ items }, { count }) =>
    items === 1 ? '1 item needs your attention.' : `${count(items)} items need your attention.`,
  no_folder: 'No folders are synced yet.',
  syncing_paused: 'Syncing is paused.',
  stopped: 'Syncing is stopped.',
  folder_needs_attention: 'A folder needs your attention.',
  looking_for_changes: 'Checking for changes.',
  syncing_files: ({ files }, write) => `Syncing ${write.files(files)}.`,
  nothing_to_add: '',
  add_a_folder: 'Add a folder to get started.',
  no_files: 'There are no files yet.',
  holdings: ({ files, bytes }, write) => `${write.files(files)}, ${write.bytes(bytes)}.`,
  each_folder_paused: 'Every folder is paused.',
  until_resumed: 'Until you resume it.',
  resumes_at: ({ atMs }, { moment }) => `Resumes ${moment(atMs)}.`,
  state_when_last_run: 'This is the state when Tandem last ran.',
  rest_in_sync: 'Everything else is in sync. Nothing has been lost.',
  to_go: ({ done, bytes, seconds }, write) =>
    `${done === 0 ? '' : `${write.count(done)} done · `}${write.bytes(bytes)} to go${seconds === null ? '' : ` · ${write.duration(seconds)} left`}`,

  done: ({ what }) => DONE[what],
  done_to: ({ what, path }, { named }) => `${DONE[what]}: ${named(path)}`,
  planned: ({ step }) => PLANNED[step],

  why_synced: ({ path }, { quoted }) => `${quoted(path)} is the same on this computer and on the service.`,
  why_unknown: ({ path }, { quoted }) => `${quoted(path)} is neither on this computer nor on the service.`,
  why_behind_act: ({ path }, { quoted }) =>
    `${quoted(path)} changed and is queued until the action in progress has finished.`,
  why_queued: ({ path }, { quoted }) => `${quoted(path)} changed and is queued.`,
  why_syncing: ({ path, rule, step }, { quoted }) => `${quoted(path)} is syncing by rule ${rule}: ${PLANNED[step]}.`,
  why_conflict: ({ path, copy }, { quoted, hint }) =>
    `${quoted(path)} was edited on both sides, and both versions were kept. ${copy === null ? 'This is your copy' : `Your copy is ${quoted(copy)}`}. Choose a version, or keep both.${hint('conflicts', 'resolve')}`,
  alias: ({ remoteName, localName, ...fault }, { quoted }) =>
    `${quoted(remoteName)} on the service is called ${quoted(localName)} here, because ${nameFault(fault)}.`,

  held: ({ items, what, direction, folder }, write) => {
    const done = `${items === 1 ? 'was' : 'were'} ${what === 'deletes' ? 'deleted from' : 'changed in'}`;
    const place = write.named(folder.replaceAll('/', ' / '));
    return `${write.items(items)} ${done} ${place}${direction === 'to-local' ? ' on the service' : ''}.`;
  },

  invitation: ({ from, item }, { named, quoted }) =>
    `${from === '' ? 'Someone' : named(from)} invites you to ${item === '' ? 'collaborate' : quoted(item)}`,
  invitation_details: ({ from, item, role }, { named, quoted }) =>
    `${from === '' ? 'Someone' : named(from)} wants to share ${item === '' ? 'an item' : quoted(item)} with you as ${role.replaceAll('_', ' ')}.`,
  mention: ({ from, item, what }, { named, quoted }) =>
    `${from === '' ? 'Someone' : named(from)} ${what === 'comment' ? 'mentioned you on' : 'gave you a task on'} ${quoted(item)}`,
  rescued: 'Moved out of the synced folder',
  rescued_details: ({ path, more, folder, root }, { quoted, count }) =>
    `${quoted(path)}${more === 0 ? '' : ` and ${count(more)} more`} had unsynced changes when the share ended. Find them in ${quoted(folder)}${root === null ? '' : `, next to ${quoted(root)}`}.`,
  rules_exclude: 'Items no longer sync',
  rules_exclude_details: ({ by, folder, items }, write) =>
    `${by === '' ? 'Someone' : write.named(by)}'s rules in ${write.named(folder)} exclude ${write.items(items)}. ${items === 1 ? 'It stays on this computer and is' : 'They stay on this computer and are'} no longer synced.`,
  root_moved: 'A synced folder was moved',
  root_moved_details: ({ before, now }, { quoted }) =>
    `${quoted(before)} is now at ${quoted(now)}. Tandem keeps syncing it there.`,
  root_moved_inside: "A synced folder was moved where it can't sync",
  root_moved_inside_details: ({ before, now, other }, { quoted }) =>
    `${quoted(before)} is now at ${quoted(now)}, which overlaps ${quoted(other)}. Move it to another place, or stop syncing it.`,
  service_went_back: 'The service was restored to an earlier state',
  service_went_back_details:
    'Tandem compares both sides from scratch. Nothing is deleted, and different versions are both kept.',
  state_set_aside: "Tandem's state was damaged",
  state_set_aside_details: ({ path }, { quoted }) =>
    `Tandem started a new state and kept the damaged one as ${quoted(path)}. It compares all folders from scratch. Nothing is deleted, and different versions are both kept. Earlier activity and open conflicts are no longer listed.`,
  root_from_backup: 'A synced folder was restored from a backup',
  root_from_backup_details: ({ path }, { quoted }) =>
    `${quoted(path)}, or Tandem's state for it, comes from a backup or another computer. Tandem compares both sides from scratch. Nothing is deleted, and different versions are both kept.`,
  changes_seen_late: 'Some changes are noticed late',
  changes_seen_late_details: ({ path, why }, { quoted }) =>
    `The system doesn't report changes below ${quoted(path)}. A scan finds them, every 15 minutes. ${NOTICED_AT_ONCE[why]}`,
  drop_finished: ({ failed }) => `Upload finished${failed ? ' with errors' : ''}`,
  drop_finished_details: ({ sent, failed, folder }, { files, quoted }) =>
    `${files(sent)} uploaded${folder && ` to ${quoted(folder)}`}${failed ? `, ${files(failed)} failed` : ''}.`,
};

const NOTICED_AT_ONCE: Readonly<Record<NoteArgs['changes_seen_late_details']['why'], string>> = {
  too_many_folders:
    "To notice them at once, raise the system's limit of watched folders: sudo sysctl fs.inotify.max_user_watches=524288",
  too_many_watchers:
    "To notice them at once, close other programs that watch files, or raise the system's limit: sudo sysctl fs.inotify.max_user_instances=1024",
  denied: 'To notice them at once, give your account the right to read this folder.',
  failed: 'Tandem keeps trying to watch this folder.',
};

const DONE: Readonly<Record<DoneKind, string>> = {
  upload: 'Uploaded',
  'upload-version': 'Uploaded a new version',
  download: 'Downloaded',
  'download-version': 'Downloaded a new version',
  'create-remote-folder': 'Created the folder on the service',
  'create-local-folder': 'Created the folder on this computer',
  'rename-remote': 'Renamed on the service',
  'rename-local': 'Renamed on this computer',
  'move-remote': 'Moved on the service',
  'move-local': 'Moved on this computer',
  'set-aside': 'Kept both. This is your copy',
  'trash-remote-file': 'Moved to the trash on the service',
  'trash-remote-folder': 'Moved the folder to the trash on the service',
  'trash-local-file': 'Moved to the trash on this computer',
  'trash-local-folder': 'Moved the folder to the trash on this computer',
  'trash-local-folder-in-part':
    'Moved the synced items of the folder to the trash on this computer. Its other items stay here',
  rescue: 'Moved out of the synced folder, because the share ended before your changes synced',
  adopt: 'Found identical on both sides',
  forget: 'Deleted on both sides',
  hash: 'Read',
  'promote-version': 'Restored an earlier version on the service',
  'restore-remote': 'Restored from the trash on the service',
  'restore-local': 'Restored from the trash on this computer',
  'replace-local': 'Replaced with the other version',
  'bring-back': 'Brought back from the service',
  resolve: 'Resolved the conflict',
};

const PLANNED: Readonly<Record<PlannedKind, string>> = {
  hash: 'Read it to compare it with the service',
  adopt: 'Nothing to transfer: both sides are identical',
  forget: 'Forget it: deleted on both sides',
  'create-remote-folder': 'Create the folder on the service',
  'create-local-folder': 'Create the folder on this computer',
  upload: 'Upload it',
  'upload-version': 'Upload a new version',
  download: 'Download it',
  'download-version': 'Download the new version',
  'move-remote': 'Move or rename it on the service',
  'move-local': 'Move or rename it on this computer',
  'set-aside': 'Keep both: rename your copy',
  'trash-remote': 'Move it to the trash on the service',
  'trash-local': 'Move it to the trash on this computer',
  rescue: 'Move it out of the synced folder, because the share ended',
};
