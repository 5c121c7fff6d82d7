import { formatCount } from '../format.ts';
import { files, isOne } from './plural.ts';

/** What is dropped or chosen to be uploaded. */
export const dropTexts = {
  drop: {
    here: (name: string): string => `Drop to upload to “${name}”`,
    nowhere: 'Nothing can be uploaded here',
    reading: 'Looking at what was dropped…',
    sending: (done: number, total: number, to: string): string =>
      `${formatCount(done)} of ${files(total)} sent to “${to}”`,
    sent: (count: number, to: string): string => `${files(count)} sent to “${to}”`,
    interrupted: (done: number, total: number, to: string): string =>
      `${formatCount(done)} of ${files(total)} sent to “${to}” before this page was loaded again. Drop these once more:`,
    missing: 'Files to drop once more',
    nothingSent: 'Nothing was uploaded',
    skipped: (count: number): string => `${files(count)} skipped`,
    failed: (count: number): string => `${files(count)} could not be sent`,
    question: (count: number, to: string): string =>
      `${isOne(count) ? '1 file is' : `${files(count)} are`} already in “${to}”.`,
    keepBoth: 'Keep both',
    newVersion: 'New version',
    skip: 'Skip',
    empty: 'There was no file in what was dropped.',
    region: 'Uploads from this window',
  },
} as const;
