import { formatCount } from '../../format.ts';
import { files, isOne, plural } from './plural.ts';

/** Uploads from this window, and rows that are dragged. */
export const dropTexts = {
  drop: {
    here: (name: string): string => `Drop to upload to “${name}”`,
    add: 'Drop a folder to keep it in sync',
    nowhere: 'Nothing can be uploaded here',
    reading: 'Reading files…',
    sending: (begun: number, total: number, to: string): string =>
      `Uploading ${formatCount(begun)} of ${formatCount(total)} to “${to}”`,
    files: 'Files in this upload',
    showFiles: 'Show the files',
    hideFiles: 'Hide the files',
    show: 'Show',
    stop: (path: string): string => `Stop uploading ${path}`,
    lost: 'Connection lost',
    lostAt: (done: string, total: string): string => `Connection lost at ${done} of ${total}`,
    retry: 'Retry',
    retryOf: (path: string): string => `Retry ${path}`,
    uploaded: (size: string): string => `${size} · Uploaded`,
    sent: (count: number, to: string): string => `${files(count)} sent to “${to}”`,
    interrupted: (done: number, total: number, to: string): string =>
      `${formatCount(done)} of ${files(total)} sent to “${to}” before this page was loaded again. Drop these files again:`,
    missing: 'Files to drop again',
    nothingSent: 'Nothing was uploaded',
    skipped: (count: number): string => `${files(count)} skipped`,
    failed: (count: number): string => `${files(count)} failed`,
    failedMore: (count: number): string => `${formatCount(count)} more failed`,
    retryAll: 'Try all again',
    question: (count: number, to: string): string =>
      `${isOne(count) ? '1 file is' : `${files(count)} are`} already in “${to}”.`,
    keepBoth: 'Keep both',
    newVersion: 'New version',
    skip: 'Skip',
    empty: 'No files to upload.',
    unreadable: 'It can’t be read.',
    region: 'Uploads from this window',
  },
  drag: {
    moveTo: (count: number, name: string): string =>
      `Move ${plural(count, { one: 'item', other: 'items' })} to “${name}”`,
    refused: {
      itself: (name: string): string => `“${name}” can’t be moved into itself`,
      below: (name: string): string => `“${name}” is inside a folder that you’re moving`,
      right: (name: string): string => `You can’t add items to “${name}”`,
    },
  },
} as const;
