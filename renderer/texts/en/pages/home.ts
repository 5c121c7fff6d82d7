import { formatBytes, formatCount, formatDuration, formatRate } from '../../format.ts';
import { files, plural } from '../frame/plural.ts';

const themOrIt = (isMany: boolean): string => (isMany ? 'them' : 'it');

/** Home. */
export const homeTexts = {
  home: {
    title: 'Home',
    folders: 'Folders',
    loading: 'Loading the state of your folders…',
    noRoots: 'No folder in sync yet',
    noRootsDetail: 'Choose a folder on this computer and the folder on the service it belongs to.',
    atRest: (fileCount: number, changed: string | null): string =>
      changed === null ? files(fileCount) : `${files(fileCount)} · last change ${changed}`,
    ready: 'Ready',
    /** `folder` null: there are several. */
    firstFile: (folder: string | null): string =>
      `Save a file in ${folder ?? 'one of your folders'}, or drop one here.`,
    overall: 'Overall progress',
    review: (count: number): string => `Review ${plural(count, { one: 'item', other: 'items' })}`,
    addFolder: 'Add a folder',
    addFolderDetail: 'Keep another folder in sync',
    open: 'Open',
    openOf: (name: string): string => `Open ${name}`,
    recent: 'Recent',
    seeAll: 'See all',
    andOthers: (name: string, others: number): string => `${name} and ${formatCount(others)} more`,
    /** `who` null: the person at this computer. `isMany`: several files. */
    recently: {
      added: (who: string | null, place: string, isMany: boolean): string =>
        `${who ?? 'You'} added ${themOrIt(isMany)} to ${place}`,
      edited: (who: string | null, place: string, isMany: boolean): string =>
        `${who ?? 'You'} edited ${themOrIt(isMany)} in ${place}`,
      moved: (who: string | null, place: string, isMany: boolean): string =>
        `${who ?? 'You'} moved ${themOrIt(isMany)} to ${place}`,
      renamed: (who: string | null, place: string, isMany: boolean): string =>
        `${who ?? 'You'} renamed ${themOrIt(isMany)} in ${place}`,
      restored: (who: string | null, place: string, isMany: boolean): string =>
        `${who ?? 'You'} restored ${themOrIt(isMany)} in ${place}`,
    },
    files,
    counts: (fileCount: number, bytes: number): string => `${files(fileCount)} · ${formatBytes(bytes)}`,
    pending: (count: number): string => `${formatCount(count)} to do`,
    ignored: (count: number): string => `${formatCount(count)} ignored`,
    items: (count: number): string => plural(count, { one: 'item', other: 'items' }),
    conflicts: (count: number): string => plural(count, { one: 'conflict', other: 'conflicts' }),
    held: (count: number): string => `${plural(count, { one: 'delete', other: 'deletes' })} held`,
    progressOf: (name: string): string => `Progress of ${name}`,
    lastChange: (when: string, sentence: string): string => `Last change ${when}: ${sentence}`,
    empty: 'Save a file in this folder, or drop one on this window.',
    sharedBy: (owner: string): string => `Shared by ${owner}`,
    inFlight: 'Transfers',
    cancelAll: 'Cancel all',
    inFlightMore: (count: number): string => `${formatCount(count)} more waiting`,
    inFlightAll: (count: number): string => `Show all ${formatCount(count)}`,
    inFlightFew: 'Show fewer',
    parts: (done: number, total: number, parallel: number): string =>
      `part ${formatCount(Math.min(done + 1, total))} of ${formatCount(total)}, ${formatCount(parallel)} at a time`,
    left: (seconds: number): string => formatDuration(seconds),
    leftLong: (seconds: number): string => `${formatDuration(seconds)} left`,
    smallFiles: (count: number): string => plural(count, { one: 'small file', other: 'small files' }),
    ofBytes: (done: number, total: number): string => `${formatBytes(done)} of ${formatBytes(total)}`,
    transferStates: {
      queued: 'Next in line',
      running: 'Starting',
      waiting: 'Waiting',
      finishing: 'Finishing',
      done: 'Done',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
    up: 'Upload',
    down: 'Download',
    rate: 'Speed',
    rateSpan: 'Last 5 minutes',
    rateNow: (up: number, down: number): string => `Upload ${formatRate(up)}, download ${formatRate(down)}`,
    attention: 'Needs attention',
    attentionMore: (count: number): string => `and ${formatCount(count)} more`,
    nextTry: (time: string): string => `Next try: ${time}.`,
    invitations: 'Invitations',
    invitedAt: (time: string): string => `asked ${time}`,
  },
} as const;
