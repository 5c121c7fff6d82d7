import type { DiskReason } from '../codes/refusals.ts';
import type { RefusalTable } from '../wording.ts';
import { account } from './account.ts';
import { nameFault } from './name-fault.ts';
import { requests } from './requests.ts';

const GONE = 'It was permanently deleted.';
const BY_HAND = 'Move it to another folder yourself.';
const DELETE_YOURSELF = 'Delete it yourself if no one needs it. It then goes to the trash on both sides.';

/** Why a command was refused: the obstacle and the remedy. */
export const refusals: RefusalTable = {
  ...requests,
  ...account,
  changed_since: {
    says: ({ path }, { quoted }) => `${quoted(path)} changed in the meantime, so Tandem did nothing.`,
    fix: 'Check its current state and decide again.',
  },
  name_in_use_there: {
    says: ({ path }, { quoted }) => `On the service, another item now has the name of ${quoted(path)}.`,
    fix: 'Rename that item first, then try again.',
  },
  version_name_taken: {
    says: ({ path }, { quoted }) =>
      `On the service, another item now has the name that ${quoted(path)} had in its earlier version.`,
    fix: 'Rename that item first, then try again.',
  },
  not_in_service_trash: {
    says: ({ path }, { quoted }) => `${quoted(path)} is no longer on the service or in its trash.`,
    fix: "It can't be restored from there.",
  },
  gone_from_there: {
    says: ({ path }, { quoted }) => `${quoted(path)} is no longer on the service.`,
    fix: 'Restore it from the trash first, then undo this.',
  },
  kept_by_system_trash: {
    says: ({ path }, { quoted }) => `${quoted(path)} is in the system's trash, and Tandem can't restore it from there.`,
    fix: "Open the system's trash and restore it there.",
  },
  in_system_trash: {
    says: ({ path }, { quoted }) => `${quoted(path)} is in the system's trash.`,
    fix: "Empty the system's trash to delete it permanently.",
  },
  gone_from_local_trash: {
    says: ({ path }, { quoted }) => `${quoted(path)} is no longer in the trash on this computer.`,
    fix: GONE,
  },
  not_in_local_trash: { says: 'This item is no longer in the trash on this computer.', fix: 'Refresh the list.' },
  trash_without_root: {
    says: ({ path }, { quoted }) => `The folder that contained ${quoted(path)} is missing or no longer synced.`,
    fix: ({ place }, { quoted }) => `Copy the item from ${quoted(place)}.`,
  },
  trash_not_shared: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} is no longer shared with you. Restored here, it would be uploaded as your own.`,
    fix: ({ place }, { quoted }) => `Copy it from ${quoted(place)}, or ask its owner to share it again.`,
  },
  trash_away: {
    says: ({ path }, { quoted }) => `${quoted(path)} is in the trash of a drive that is not connected.`,
    fix: ({ place }, { quoted }) =>
      `Connect the drive with ${quoted(place)}, then try again. If you no longer have it, stop syncing its folder first.`,
  },
  no_longer_shared: {
    says: ({ path }, { quoted }) => `${quoted(path)} is no longer shared with you, so it can't be restored.`,
    fix: 'Copy what you need out of the synced folder, then apply the delete.',
  },
  no_such_conflict: {
    says: 'This conflict no longer exists.',
    fix: (_, { hint }) => `Refresh the list of conflicts.${hint('conflicts')}`,
  },
  no_such_batch: {
    says: ({ id }) => `Batch ${id} is no longer held.`,
    fix: (_, { hint }) => `Refresh the list of held changes.${hint('held')}`,
  },
  held_batch_grown: {
    says: ({ items: amount }, { items }) =>
      `By now ${items(amount)} are held, more than you saw, so Tandem did nothing.`,
    fix: (_, { hint }) => `Look at them again, then decide.${hint('held')}`,
  },
  no_such_entry: {
    says: 'The journal has no such entry.',
    fix: (_, { hint }) => `Choose an entry of the journal.${hint('log')}`,
  },
  version_not_kept: {
    says: ({ path }, { quoted }) => `The service no longer has the earlier version of ${quoted(path)}.`,
    fix: "It can't be restored.",
  },
  version_not_kept_for_batch: {
    says: ({ path }, { quoted }) => `The service no longer has the earlier version of ${quoted(path)}.`,
    fix: 'Apply the change, or first save the file on this computer under another name.',
  },
  conflict_resolved_already: {
    says: ({ path }, { quoted }) => `The conflict of ${quoted(path)} is already resolved.`,
    fix: 'Undo that first to decide again.',
  },
  kinds_cannot_merge: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} is a file on one side and a folder on the other, so neither can become a version of the other.`,
    fix: 'Keep both, and rename or delete one of them.',
  },
  other_version_not_here: {
    says: ({ path }, { quoted }) => `The other version of ${quoted(path)} is not on this computer yet.`,
    fix: 'Wait until syncing is finished, then decide.',
  },
  service_version_withheld: {
    says: ({ path }, { quoted }) =>
      `Your role doesn't let you download ${quoted(path)}, so the service's version can't replace yours.`,
    fix: 'Keep your copy, or ask the owner for a role that can download.',
  },
  order_interrupted: {
    says: ({ path }, { quoted }) => `${quoted(path)} was left as it is, because syncing of its folder stopped.`,
    fix: 'Try again in a moment.',
  },
  service_version_gone: {
    says: ({ path }, { quoted }) =>
      `${quoted(path)} is no longer in this folder on the service, so the service's version can't replace yours.`,
    fix: 'Keep your copy, or restore the file on the service first.',
  },
  content_not_kept: {
    says: ({ path }, { quoted }) => `Tandem couldn't keep a copy of the current content of ${quoted(path)}.`,
    fix: 'Resolve it yourself: save one version over the other and delete the copy.',
  },
  folder_not_here: {
    says: ({ path }, { quoted }) => `The folder that contained ${quoted(path)} is no longer on this computer.`,
    fix: BY_HAND,
  },
  folder_not_there: {
    says: ({ path }, { quoted }) => `The folder that contained ${quoted(path)} is no longer on the service.`,
    fix: BY_HAND,
  },
  name_in_use_here: {
    says: ({ path }, { quoted }) => `Another item is now at ${quoted(path)}.`,
    fix: 'Rename that item first, then try again.',
  },
  name_not_usable: {
    // Without the name, which may be empty or very long: it stands where it was typed.
    says: (fault) => `This name can't be used: ${nameFault(fault)}.`,
    fix: 'Choose another name.',
  },
  name_taken_beside: {
    says: ({ name }, { quoted }) => `This folder already contains ${quoted(name)}.`,
    fix: 'Choose another name.',
  },
  both_versions_kept: {
    says: ({ path }, { quoted }) => `Both versions of ${quoted(path)} were kept, and the other one has the name now.`,
    fix: (_, { hint }) => `Resolve the conflict on the Attention page.${hint('resolve')}`,
  },
  earlier_content_gone: {
    says: ({ path }, { quoted }) => `The earlier content of ${quoted(path)} is no longer in the trash.`,
    fix: GONE,
  },
  may_hold_more: {
    says: ({ path }, { quoted }) => `The restored folder ${quoted(path)} may contain new items.`,
    fix: DELETE_YOURSELF,
  },
  rescued_already: {
    says: ({ path }, { quoted }) => `${quoted(path)} was moved next to the synced folder to keep your changes.`,
    fix: 'Move it from there to any place you want.',
  },
  nothing_changed: {
    says: ({ path }, { quoted }) => `Nothing was changed about ${quoted(path)}.`,
    fix: "There's nothing to undo.",
  },
  creation_not_undone: {
    says: ({ path, side }, { quoted }) =>
      `${quoted(path)} was created ${side === 'local' ? 'on this computer' : 'on the service'}. Undoing that would delete it.`,
    fix: DELETE_YOURSELF,
  },
  undone_already: {
    says: ({ path }, { quoted }) => `This change to ${quoted(path)} is already undone.`,
    fix: "You don't have to do anything.",
  },

  no_such_root: {
    says: 'This folder is not synced.',
    fix: (_, { hint }) => `Choose one of the synced folders.${hint('roots list')}`,
  },
  in_no_root: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not in a synced folder.`,
    fix: 'Choose a path inside one of the synced folders.',
  },
  other_sync_app: {
    says: ({ path, app, other }, { quoted }) =>
      `${quoted(path)} can't sync: ${app} already syncs ${quoted(other)}, and two programs would undo each other's changes.`,
    fix: 'Choose another folder, or stop the other program first and add the folder with --anyway.',
  },
  other_account_root: {
    says: ({ path, account }, { quoted }) =>
      `${quoted(path)} was linked under another account or service (${account}).`,
    fix: 'Sign in with that account, or start from scratch with another state folder (--state).',
  },
  not_a_folder: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not a folder.`,
    fix: 'Choose a folder. The item there was not changed.',
  },
  link_not_a_folder: {
    says: ({ path }, { quoted }) => `${quoted(path)} is a link, not a folder.`,
    fix: 'Choose a folder. The link was not changed.',
  },
  local_folder_missing: {
    says: ({ path }, { quoted }) => `The folder ${quoted(path)} doesn't exist.`,
    fix: 'Create it first, or choose another one.',
  },
  remote_folder_not_found: {
    says: ({ id }) => `The service has no folder ${id}, or you don't have access to it.`,
    fix: (_, { hint }) => `Check the ID. 0 is the top folder of your account.${hint('ls')}`,
  },
  local_folders_nested: {
    says: ({ path, other }, { quoted }) =>
      path === other
        ? `${quoted(path)} already syncs with another folder on the service.`
        : `${quoted(path)} can't sync: it overlaps the synced folder ${quoted(other)}.`,
    fix: ({ path, other }, { hint }) =>
      path === other
        ? `Stop syncing it there first, or choose another folder.${hint('roots', 'roots remove')}`
        : 'Choose a folder that is neither inside nor above a synced one.',
  },
  own_data_folder: {
    says: ({ path }, { quoted }) => `${quoted(path)} can't sync: Tandem keeps its own data there.`,
    fix: ({ other }, { quoted }) => `Choose a folder outside ${quoted(other)}.`,
  },
  remote_folders_nested: {
    says: ({ name, path }, { quoted }) =>
      `${quoted(name)} on the service can't sync: it overlaps the folder that syncs to ${quoted(path)}.`,
    fix: 'Choose a folder on the service that is neither inside nor above a synced one.',
  },
  folder_unusable: {
    says: ({ path, reason }, { quoted }) => `Tandem can't use ${quoted(path)}: ${DISK_REASONS[reason]}.`,
    fix: 'Check the permissions of the folder.',
  },
  sign_in_not_accepted: {
    says: 'The service rejected your sign-in.',
    fix: (_, { hint }) => `Sign in again, or check the token.${hint('login')}`,
  },
  root_is_there: {
    says: ({ path }, { quoted }) => `The folder ${quoted(path)} is the one that you linked.`,
    fix: "There's nothing to decide. It keeps syncing as it is.",
  },
  place_not_a_folder: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not a folder.`,
    fix: 'Move that item away. Tandem did not change it.',
  },
  other_root_at_place: {
    says: ({ path }, { quoted }) => `The folder at ${quoted(path)} belongs to another synced folder.`,
    fix: 'Move it back to its place, then decide again.',
  },
  nothing_to_accept: {
    says: ({ path }, { quoted }) => `The folder ${quoted(path)} doesn't exist, so there is nothing to accept.`,
    fix: (_, { hint }) => `Create it, or stop syncing it.${hint('roots remove')}`,
  },
  too_many_rules: {
    says: ({ most, mostBytes }, { count, bytes }) =>
      `Ignore rules are one line each, at most ${count(most)} lines and ${bytes(mostBytes)}.`,
    fix: 'Put some of them into .tandemignore files in the folders they are about.',
  },
  root_not_deselectable: {
    says: "You can't deselect the synced folder itself.",
    fix: (_, { hint }) => `Deselect folders inside it, or stop syncing it.${hint('roots remove')}`,
  },
  folder_not_known: {
    says: ({ name }, { quoted }) => `Tandem knows no folder ${quoted(name)} on the service.`,
    fix: 'Check the name. New folders on the service are known after the next sync.',
  },
  not_a_share: {
    says: ({ name }, { quoted }) => `${quoted(name)} is not shared with you.`,
    fix: 'Choose the top folder or the file that is shared.',
  },
  share_not_leavable: {
    says: ({ name }, { quoted }) =>
      `You can't leave ${quoted(name)} by yourself: it is shared with a group, or the service doesn't allow it.`,
    fix: 'Ask the owner to remove you.',
  },
  nothing_to_bring_back: {
    says: ({ path }, { quoted }) => `${quoted(path)} was not deleted here, or is no longer on the service.`,
    fix: (_, { hint }) => `Check what needs your attention.${hint('status')}`,
  },
  nothing_to_keep_here: {
    says: ({ path }, { quoted }) => `${quoted(path)} is not in this synced folder on this computer.`,
    fix: 'Check whether it was moved or deleted.',
  },
};

const DISK_REASONS: Readonly<Record<DiskReason, string>> = {
  not_found: "it doesn't exist",
  exists: 'the name is taken',
  changed: 'it changed in the meantime',
  denied: 'permission denied',
  busy: 'another program is using it',
  no_space: 'the disk is full',
  too_large: 'the file is too large for this disk',
  name_too_long: 'the name is too long for this disk',
  name_refused: "this disk doesn't allow the name",
  not_supported: "this disk doesn't support the operation",
  io: 'the disk reported an error',
};
