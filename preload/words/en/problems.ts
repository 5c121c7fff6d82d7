import type { HolderKind } from '../codes/problems.ts';
import type { ProblemTable, Sentence } from '../wording.ts';
import { nameFault } from './name-fault.ts';
import { rootProblems } from './root-problems.ts';

const RETRIED = 'Tandem retries automatically.';
const RENAME_HERE = 'Rename it on this computer and it will sync.';
const RENAME_THERE = 'Rename it on the service and it will sync.';
const NOTHING_TO_DO = "You don't have to do anything.";
const bothKept: Sentence<unknown> = (_, { hint }) =>
  `Both versions were kept. Choose one, or keep both.${hint('conflicts', 'resolve')}`;

/** Why something is not in sync: what happened, and what to do. */
export const problems: ProblemTable = {
  ...rootProblems,
  name_refused_by_service: {
    says: ({ name, ...fault }, { quoted }) => `${quoted(name)} can't sync: ${nameFault(fault)}.`,
    fix: RENAME_HERE,
  },
  name_refused_by_disk: {
    says: ({ name, ...fault }, { quoted }) => `${quoted(name)} can't be saved on this computer: ${nameFault(fault)}.`,
    fix: RENAME_THERE,
  },
  names_collide: {
    says: ({ name, sibling }, { quoted }) =>
      `${quoted(name)} can't sync: this folder already contains ${quoted(sibling)}, and the two names differ only in case or accents.`,
    fix: 'Rename one of them.',
  },
  name_kept_there: {
    says: ({ name, holder }, { quoted }) =>
      `${quoted(name)} can't sync yet: on the service, its name still belongs to ${quoted(holder)}.`,
    fix: 'Resolve the problem with the other item, or rename this one.',
  },
  place_held_here: {
    says: ({ name, holder }, { quoted }) =>
      `${quoted(name)} can't sync: on this computer, its place is taken by ${quoted(holder)}, which doesn't sync.`,
    fix: ({ holder }, { quoted }) => `Move or rename ${quoted(holder)} on this computer.`,
  },
  not_empty_yet: {
    says: ({ name, item }, { quoted }) =>
      `${quoted(name)} can't be deleted yet: ${quoted(item)} was moved out of it, and that move can't sync.`,
    fix: 'Resolve the problem with the other item. The folder is then deleted automatically.',
  },
  still_within: {
    says: ({ name, item }, { quoted }) =>
      `${quoted(name)} can't move yet: its destination ${quoted(item)} is still inside it and can't be moved out.`,
    fix: 'Resolve the problem with the other item.',
  },
  rules_missing: {
    says: ({ name, file }, { quoted }) =>
      `${quoted(name)} can't sync yet: ${quoted(file)} on the service may exclude it, and hasn't been downloaded.`,
    fix: ({ file }, { quoted }) => `Resolve the problem with ${quoted(file)}.`,
  },
  larger_than_allowed: {
    says: ({ name, sizeBytes, largestBytes }, { quoted, bytes }) =>
      `${quoted(name)} is too large: it is ${bytes(sizeBytes)}, and the service accepts up to ${bytes(largestBytes)}.`,
    fix: 'Exclude it with a line in .tandemignore, split it, or ask your administrator for a higher limit. Nothing was uploaded.',
  },
  delete_not_permitted: {
    says: ({ name }, { quoted }) =>
      `You deleted ${quoted(name)} here, but you don't have permission to delete it on the service.`,
    fix: 'Ask the owner for permission, or restore it from the trash on this computer.',
  },
  download_not_permitted: {
    says: ({ name }, { quoted }) => `You don't have permission to download ${quoted(name)}.`,
    fix: 'Ask the owner for permission, or leave it on the service.',
  },
  move_not_permitted: {
    says: ({ name }, { quoted }) => `You don't have permission to move or rename ${quoted(name)} on the service.`,
    fix: 'Ask the owner for permission, or move it back. Your files on this computer are safe.',
  },
  add_not_permitted: {
    says: ({ name, folder }, { quoted }) =>
      `You don't have permission to add ${quoted(name)} to ${quoted(folder)} on the service.`,
    fix: 'Ask the owner of the folder for permission, or move it to another folder.',
  },
  change_not_permitted: {
    says: ({ name }, { quoted }) =>
      `You changed ${quoted(name)} here, but you don't have permission to change it on the service.`,
    fix: 'Ask the owner for permission, or save your version under another name.',
  },
  excluded_here: {
    says: ({ name }, { quoted }) =>
      `${quoted(name)} can't sync: the service has an item with this name that you chose not to sync.`,
    fix: 'Rename it here to upload it, or choose to sync the one on the service.',
  },
  left_or_back: {
    says: ({ name }, { quoted }) => `You deleted ${quoted(name)} here.`,
    fix: (_, { hint }) =>
      `It is shared with you, so it was not deleted for anyone else. Leave the share, or bring it back to this computer.${hint('leave', 'bring-back')}`,
  },
  behind_held_batch: {
    says: ({ name }, { quoted }) => `${quoted(name)} is waiting for a held batch of changes.`,
    fix: (_, { hint }) => `Apply or restore the held batch. This syncs afterwards.${hint('held', 'release')}`,
  },
  batch_held: {
    says: ({ items, what, direction }, write) =>
      `${write.items(items)} would be ${what === 'deletes' ? 'deleted' : 'replaced'} ${direction === 'to-remote' ? 'on the service' : 'on this computer'} at once, including this one.`,
    fix: ({ what }, { hint }) =>
      `Apply or restore the held batch. Nothing is ${what === 'deletes' ? 'deleted' : 'replaced'} until you decide.${hint('held', 'release')}`,
  },
  taken_by_scanner: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} disappeared right after it was downloaded.`,
    fix: (_, { hint }) =>
      `Check whether a virus scanner removed it. If you deleted the file yourself, apply the held delete. Until then it stays on the service.${hint('held', 'release')}`,
  },

  name_not_allowed_by_service: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} can't sync: the service doesn't accept its name.`,
    fix: RENAME_HERE,
  },
  name_not_allowed_here: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} can't be saved on this computer under its name.`,
    fix: RENAME_THERE,
  },
  name_too_long: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} can't be saved: its name or path is too long for this disk.`,
    fix: 'Shorten the name, or move it to a folder closer to the top.',
  },
  unreadable: {
    says: ({ subject }, { quoted }) => `Tandem can't read ${quoted(subject)}: permission denied.`,
    fix: `Give yourself permission to read it. ${RETRIED}`,
  },
  unwritable: {
    says: ({ subject }, { quoted }) => `Tandem can't write ${quoted(subject)}: permission denied.`,
    fix: `Give yourself permission to write to its folder. ${RETRIED}`,
  },
  file_in_use: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} is open in another program.`,
    fix: 'Close it there and it will sync.',
  },
  disk_full: {
    says: ({ subject }, { quoted }) => `This disk doesn't have enough space for ${quoted(subject)}.`,
    fix: `Free up some space. ${RETRIED}`,
  },
  too_large_for_disk: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} is too large for this disk.`,
    fix: 'Its file system limits the size of a file (FAT32 to 4 GB), whatever is free. Move the folder to a disk with another file system, or leave the file out.',
  },
  disk_space_short: {
    says: ({ subject }, { quoted }) => `This disk doesn't have enough space for ${quoted(subject)}.`,
    fix: ({ neededBytes, freeBytes, folder }, { bytes, quoted }) =>
      `It needs ${bytes(neededBytes)}, and ${bytes(freeBytes)} are free on the disk of ${quoted(folder)}. Free up some space. ${RETRIED}`,
  },
  disk_error: {
    says: ({ subject, reason }, { quoted }) =>
      reason === 'io'
        ? `The disk reported an error for ${quoted(subject)}.`
        : `This disk doesn't support an operation that ${quoted(subject)} needs.`,
    fix: `${RETRIED} If this continues, check the disk.`,
  },
  rule_file_too_long: {
    says: ({ subject, most, mostBytes }, { quoted, count, bytes }) =>
      `The folder of ${quoted(subject)} doesn't sync: this file has more than ${count(most)} rules or ${bytes(mostBytes)}.`,
    fix: 'Shorten it, or move rules into .tandemignore files in the folders they are about.',
  },
  changing_while_read: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} changes faster than Tandem can read it.`,
    fix: 'It syncs as soon as it stops changing. If it never does, exclude it with a line in .tandemignore.',
  },
  grows_all_the_time: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} keeps growing, so Tandem uploads it every few minutes.`,
    fix: "You don't have to do anything. If you don't need it elsewhere, exclude it with a line in .tandemignore.",
  },
  no_permission: {
    says: ({ subject }, { quoted }) => `You don't have permission to change ${quoted(subject)} on the service.`,
    fix: 'Ask the owner for permission to edit. Your version stays on this computer.',
  },
  item_locked: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} is locked on the service.`,
    fix: 'It syncs as soon as the lock is removed.',
  },
  item_locked_by: {
    says: ({ subject, by }, { quoted, named }) => `${named(by)} locked ${quoted(subject)} on the service.`,
    fix: ({ by, untilMs }, { moment, named }) =>
      `${untilMs === null ? '' : `The lock expires ${moment(untilMs)}. `}It syncs as soon as the lock is removed. Ask ${named(by)} if it's urgent. Your version stays on this computer.`,
  },
  too_large: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} is larger than the service accepts.`,
    fix: 'Move it out of the folder, or split it.',
  },
  quota_full: {
    says: ({ subject }, { quoted }) => `The service doesn't have enough space for ${quoted(subject)}.`,
    fix: 'Empty the trash on the service, or get more space. Everything else keeps syncing.',
  },
  refused_by_service: {
    says: ({ subject, answer }, { quoted, say }) => `The service rejected ${quoted(subject)}${because(say(answer))}.`,
    fix: 'Change or rename it. Tandem retries after each change.',
  },
  gone_from_service: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} is no longer on the service.`,
    fix: 'Tandem checks the service again automatically.',
  },
  moved_to_other_root: {
    says: ({ subject }, { quoted }) =>
      `You moved ${quoted(subject)} to another synced folder, and its upload from there isn't finished.`,
    fix: 'Tandem removes it here when the upload is finished.',
  },
  name_conflict: {
    says: ({ subject }, { quoted }) => `Another item keeps taking the name of ${quoted(subject)}.`,
    fix: `${RETRIED} If this continues, rename one of the two.`,
  },
  changing_there: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} keeps changing on the service.`,
    fix: 'It syncs as soon as it stops changing.',
  },
  content_withheld: {
    says: ({ subject }, { quoted }) => `The service lists ${quoted(subject)}, but doesn't provide its content.`,
    fix: `${RETRIED} If this continues, ask the administrator of the service.`,
  },
  corrupt_transfer: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} was damaged in transfer twice, so Tandem discarded it.`,
    fix: `${RETRIED} If this continues, check your network.`,
  },
  service_error: {
    says: ({ subject, answer }, { quoted, say }) =>
      `The service couldn't process ${quoted(subject)}${because(say(answer))}.`,
    fix: RETRIED,
  },
  being_rechecked: { says: 'Tandem is checking this item again.', fix: NOTHING_TO_DO },

  excluded_by_line: {
    says: ({ subject, rule, file, line }, { quoted }) =>
      `${quoted(subject)} isn't synced: it matches ${quoted(rule)}, line ${line} of ${quoted(file)}.`,
    fix: 'To sync it, remove that line.',
  },
  excluded_by_setting: {
    says: ({ subject, rule, line }, { quoted }) =>
      `${quoted(subject)} isn't synced: it matches ${quoted(rule)}, line ${line} of your ignore rules.`,
    fix: 'To sync it, remove that line in Settings.',
  },
  excluded_by_default: {
    says: ({ subject, rule }, { quoted }) =>
      `${quoted(subject)} isn't synced: it matches ${quoted(rule)}, a built-in rule for temporary files and files of the system.`,
    fix: ({ rule }, { quoted }) => `To sync it, add the line ${quoted(`!${rule}`)} to .tandemignore.`,
  },
  kept_here: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} isn't synced: you keep ${itOr(subject, item, quoted)} on this computer only.`,
    fix: 'To sync it, choose Sync again in Attention.',
  },
  state_folder: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} isn't synced: it belongs to Tandem.`,
    fix: NOTHING_TO_DO,
  },
  link_not_followed: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} isn't synced: ${itOr(subject, item, quoted)} is a link, and Tandem doesn't follow links.`,
    fix: 'To sync it, replace the link with the file or folder itself.',
  },
  special_file: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} isn't synced: ${itOr(subject, item, quoted)} is a pipe, a socket or a device, not a file.`,
    fix: NOTHING_TO_DO,
  },
  other_disk: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} isn't synced: ${itOr(subject, item, quoted)} is mounted inside the synced folder, from another disk or folder.`,
    fix: 'To sync it, move it into the synced folder itself, or add its disk or folder as a synced folder of its own.',
  },
  name_not_decodable: {
    says: ({ subject, item }, { quoted }) =>
      `${quoted(subject)} isn't synced: the name of ${itOr(subject, item, quoted, 'the item')} isn't valid Unicode.`,
    fix: RENAME_HERE,
  },
  not_selected: {
    says: ({ subject, folder }, { quoted }) =>
      `${quoted(subject)} is only on the service: you chose not to sync ${itOr(subject, folder, quoted)}.`,
    fix: ({ folder }, { quoted, hint }) => `To download it, choose to sync ${quoted(folder)}.${hint('select')}`,
  },
  beside_deselected: {
    says: ({ subject, folder }, { quoted }) =>
      `${quoted(subject)} isn't synced: you chose not to sync ${quoted(folder)} of the service, and the folder here contains nothing to sync.`,
    fix: (_, { hint }) => `Choose to sync the one on the service, or rename or delete the one here.${hint('select')}`,
  },
  place_not_free: {
    says: ({ subject, holder, is }, { quoted }) =>
      `${quoted(subject)} is only on the service: on this computer, ${HOLDERS[is]} named ${quoted(holder)} has its place.`,
    fix: ({ holder }, { quoted }) => `Move or rename ${quoted(holder)} on this computer and it will be downloaded.`,
  },
  access_lost: {
    says: ({ subject }, { quoted }) => `You no longer have access to ${quoted(subject)} on the service.`,
    fix: ({ folder }, { quoted }) =>
      `You don't have to do anything. Tandem moves your unsynced changes to ${quoted(folder)}, and everything else to the trash on this computer.`,
  },
  moved_out: {
    says: ({ subject }, { quoted }) => `You no longer have access to ${quoted(subject)} on the service.`,
    fix: ({ place }, { quoted }) =>
      `Your version is now ${quoted(place)}. To upload it as a new item, move it back into a synced folder.`,
  },
  left_over: {
    says: ({ subject, since }, { quoted }) =>
      `${quoted(subject)} isn't synced: ${since === 'deleted' ? 'it was deleted on the service' : 'you chose not to sync it'}, and it stays here because of items in it that don't sync.`,
    fix: "Delete it on this computer if you don't need these items.",
  },

  both_edited: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} was edited in two places.`,
    fix: bothKept,
  },
  both_created: {
    says: ({ subject }, { quoted }) =>
      `${quoted(subject)} was created on this computer and on the service, with different content.`,
    fix: bothKept,
  },
  kinds_differ: {
    says: ({ subject }, { quoted }) => `${quoted(subject)} is a file on one side and a folder on the other.`,
    fix: bothKept,
  },
  name_taken: {
    says: ({ subject }, { quoted }) => `On the service, another item has the name of ${quoted(subject)}.`,
    fix: bothKept,
  },

  remote_folder_gone: {
    says: 'The folder on the service is in the trash, or no longer shared with you.',
    fix: 'Restore it there, or stop syncing this folder. Nothing is deleted on this computer.',
  },

  offline: {
    says: 'The service is unreachable.',
    fix: 'Check your connection. Syncing resumes automatically.',
  },
  private_service_failing: {
    says: ({ why }, { quoted }) =>
      `The private service on this computer keeps failing${why === '' ? '' : `, most recently with ${quoted(why)}`}.`,
    fix: 'Tandem restarts it, less and less often. Restart your computer and check that its disk has free space. If this keeps happening, send a report from Settings.',
  },
  signed_out: {
    says: 'The service no longer accepts your sign-in.',
    fix: (_, { hint }) => `Sign in again and syncing resumes.${hint('login')}`,
  },
  rate_limited: {
    says: 'The service asked Tandem to slow down.',
    fix: 'Syncing resumes automatically.',
  },
  no_account: {
    says: 'Tandem is not connected to a service yet.',
    fix: (_, { hint }) => `Open the Tandem window to get started.${hint('login')}`,
  },
};

const because = (answer: string): string => (answer === '' ? '' : `: ${answer.replace(/[.\s]+$/, '')}`);

/** "It", or the item above the path that is meant. */
const itOr = (subject: string, item: string, quoted: (name: string) => string, it = 'it'): string =>
  item === subject ? it : quoted(item);

const HOLDERS: Readonly<Record<HolderKind, string>> = {
  link: 'a link',
  special: 'a pipe, socket or device',
  mount: 'another disk',
  undecodable: 'an item with an invalid name',
  other: "an item that doesn't sync",
};
