import { expect, test } from 'vitest';
import { BackupOfAnother } from '../../../service/backup/backup-folder.ts';
import { explanationOf, sentenceFor } from '../../../service/error-sentence.ts';
import { BlobSpaceExhausted } from '../../../service/ports/blob-store.ts';

const failed = (more: object) =>
  Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', ...more });
const rest = 'is full. Free some space, then start again. No stored data was lost.';

test.each([
  ['of a write', failed({}), `The disk ${rest}`],
  ['of a file', failed({ path: '/srv/blobs/1' }), `The disk of /srv/blobs/1 ${rest}`],
  ['of a blob', new BlobSpaceExhausted(failed({ path: '/srv/blobs/2' })), `The disk of /srv/blobs/2 ${rest}`],
  ['of a copy', failed({ path: '/backup/service.db', dest: '/srv/backup.db' }), `The disk of /srv/backup.db ${rest}`],
])('a full disk is named by the place that could not be written: %s', (_what, error, sentence) => {
  expect(sentenceFor(error)).toBe(sentence);
});

test.each([new Error('a table is missing'), 'no error at all'])(
  'an error that no one expected has no explanation: %s',
  (error) => {
    expect(explanationOf(error)).toBeNull();
    expect(sentenceFor(error)).toBe(`Failed: ${error instanceof Error ? error.message : error}`);
  },
);

test('a refused backup folder is explained with its remedies', () => {
  expect(explanationOf(new BackupOfAnother('/backup'))).toMatch(
    /^\/backup holds .+ restore that backup first\..+ --to\.$/,
  );
});
