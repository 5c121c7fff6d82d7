import { formatBytes, formatCount, formatDuration, formatRate } from '../../style/format.ts';
import { files, plural } from './plural.ts';

/** Home. */
export const homeTexts = {
  home: {
    title: 'Home',
    folders: 'Folders',
    loading: 'Loading the state of your folders…',
    noRoots: 'No folder is kept in step yet',
    noRootsDetail: 'Choose one of this computer, and what of the service belongs to it.',
    counts: (fileCount: number, bytes: number): string => `${files(fileCount)} · ${formatBytes(bytes)}`,
    pending: (count: number): string => `${formatCount(count)} to do`,
    ignored: (count: number): string => `${formatCount(count)} ignored`,
    conflicts: (count: number): string => plural(count, { one: 'conflict', other: 'conflicts' }),
    held: (count: number): string => `${plural(count, { one: 'delete', other: 'deletes' })} held`,
    progressOf: (name: string): string => `Progress of ${name}`,
    lastChange: (when: string, sentence: string): string => `Last change ${when}: ${sentence}`,
    noChange: 'No change yet',
    empty: 'Save a file in this folder, or drop one on this window.',
    inFlight: 'In flight',
    inFlightMore: (count: number): string => `and ${formatCount(count)} more`,
    inFlightAll: (count: number): string => `Show all ${formatCount(count)}`,
    inFlightFew: 'Show fewer',
    nothingInFlight: 'Nothing is being transferred.',
    parts: (done: number, total: number, parallel: number): string =>
      `part ${formatCount(Math.min(done + 1, total))} of ${formatCount(total)}, ${formatCount(parallel)} at a time`,
    left: (seconds: number): string => formatDuration(seconds),
    leftLong: (seconds: number): string => `${formatDuration(seconds)} left`,
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
    rate: 'Rate, last 5 minutes',
    rateNow: (up: number, down: number): string => `Upload ${formatRate(up)}, download ${formatRate(down)}`,
    attention: 'Needs attention',
    nothingNeedsAttention: 'Nothing needs you.',
    attentionMore: (count: number): string => `and ${formatCount(count)} more`,
    goesOnAt: (time: string): string => `Tried again ${time}.`,
    invitations: 'Invitations',
    invites: (from: string): string => (from === '' ? 'You are invited' : `${from} invites you`),
    /** The service keeps the name of the item to itself until the invitation is accepted. */
    invitedTo: (item: string, role: string): string => (item === '' ? `As ${role}` : `“${item}”, as ${role}`),
    invitedAt: (time: string): string => `asked ${time}`,
  },
} as const;
