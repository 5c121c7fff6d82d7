import { formatCount } from '../../format.ts';
import { plural } from '../frame/plural.ts';

/** Activity, and why a path is as it is. */
export const activityTexts = {
  activity: {
    title: 'Activity',
    filters: 'Filter',
    search: 'Search activity',
    kind: 'What happened',
    kinds: {
      uploads: 'Uploads',
      downloads: 'Downloads',
      moves: 'Moves and renames',
      deletes: 'Deletes',
      folders: 'New folders',
      conflicts: 'Conflicts',
    },
    who: 'Who',
    whose: { everyone: 'Everyone', me: 'Only me' },
    folder: 'Folder',
    side: 'Where',
    sides: { local: 'This computer', remote: 'The service' },
    time: 'Any time',
    times: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
    days: { today: 'Today', yesterday: 'Yesterday' },
    you: 'You',
    /** `isOpen`: more of them are not read yet. */
    counted: (files: number, folders: number, isOpen: boolean): string =>
      [
        ...(files > 0 || folders === 0 ? [plural(files, { one: 'file', other: 'files' })] : []),
        ...(folders > 0 ? [plural(folders, { one: 'folder', other: 'folders' })] : []),
      ]
        .join(' and ')
        .replace(/^/, isOpen ? 'more than ' : ''),
    /** `who`: the person at this computer, the author of a change on the service, or Tandem. */
    sentences: {
      uploaded: '{who} uploaded {what} to {place}',
      downloaded: '{who} downloaded {what} to {place}',
      edited: '{who} edited {what} in {place}',
      updated: '{who} updated {what} in {place}',
      createdThere: '{who} created {what} in {place}',
      createdHere: '{who} created {what} in {place}',
      movedThere: '{who} moved {what} from {from} to {place}',
      movedHere: '{who} moved {what} from {from} to {place}',
      gatheredThere: '{who} moved {what} to {place}',
      gatheredHere: '{who} moved {what} to {place}',
      renamedThere: '{who} renamed {from} to {what}',
      renamedHere: '{who} renamed {from} to {what}',
      renamedSeveralThere: '{who} renamed {what} in {place}',
      renamedSeveralHere: '{who} renamed {what} in {place}',
      trashedThere: '{who} moved {what} from {place} to Trash',
      trashedHere: '{who} moved {what} from {place} to the trash on this computer',
      keptBoth: '{who} kept both versions of {what}',
      changedByBoth: '{who} and you both changed {what}',
      changedTwice: '{what} was changed in two places',
      restored: '{who} restored {what} in {place}',
      restoredHere: '{who} restored {what} in {place}',
      resolved: '{who} resolved the conflict in {what}',
      rescued: '{who} moved {what} next to the synced folder to keep unsynced changes',
      matched: '{who} found {what} in {place} identical on both sides',
      forgotten: '{who} noted that {what} in {place} was deleted on both sides',
      changedThere: '{who} changed {what} in {place}',
      changedHere: '{who} synced {what} in {place}',
      addedByOther: '{who} added {what} to {place}',
      editedByOther: '{who} edited {what} in {place}',
      trashedByOther: '{who} moved {what} from {place} to Trash',
      changedByOther: '{who} changed {what} in {place}',
    },
    /** `count` of the `hidden` ones. */
    showMore: (count: number, hidden: number): string =>
      count === hidden
        ? `Show ${formatCount(count)} more`
        : `Show ${formatCount(count)} of ${formatCount(hidden)} more`,
    onlyNewest: (count: number): string =>
      `Only the newest ${formatCount(count)} are listed. Search to find an older one.`,
    undo: 'Undo',
    undoOf: (path: string): string => `Undo: ${path}`,
    undone: 'Undone',
    /** `what`: as counted. */
    undoing: (what: string): string => `Undoing the changes to ${what}…`,
    stoppedAfter: (count: number, total: number): string =>
      `Undid ${formatCount(count)} of ${plural(total, { one: 'change', other: 'changes' })}.`,
    empty: 'Nothing has happened yet',
    emptyDetail: 'What Tandem uploads, downloads, moves and deletes shows up here.',
    noMatch: 'Nothing matches',
    noMatchDetail: 'Try another word or a longer time.',
    clear: 'Clear the filter',
    newer: 'Show new entries',
    loading: 'Loading the journal…',
    loadingMore: 'Loading more…',
  },
  why: {
    title: 'Why?',
    label: (path: string): string => `Why ${path} is in its state`,
    loading: 'Loading…',
    local: 'On this computer',
    remote: 'On the service',
    synced: 'Last synced',
    absent: 'Missing',
    rule: 'Rule',
    operation: 'Next step',
    problem: 'Problem',
    retry: 'Next try',
    sha1: 'SHA-1',
    statuses: {
      synced: 'In sync',
      syncing: 'Syncing',
      waiting: 'Waiting',
      blocked: 'Blocked',
      conflict: 'Conflict',
      ignored: 'Ignored',
      excluded: 'Not synced',
      unknown: 'Unknown',
    },
  },
} as const;
