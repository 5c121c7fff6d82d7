import { expect, test } from 'vitest';
import type { UploadFile, UploadFileState } from '../../../preload/ipc/shapes/drop.ts';
import { uploadFiles } from '../../../preload/ipc/upload-files.ts';

const file = (id: number, state: UploadFileState, sentBytes = 0): UploadFile => ({
  id,
  path: `${id}.bin`,
  sizeBytes: 100,
  isReadable: true,
  sentBytes,
  state,
  sentence: null,
});

test('a batch counts its files by state, and no bytes of failed, cancelled or skipped ones', () => {
  const files = uploadFiles();
  for (const one of [
    file(1, 'sent', 100),
    file(2, 'sending', 40),
    file(3, 'failed', 10),
    file(4, 'cancelled', 90),
    file(5, 'skipped'),
  ])
    files.set(one);
  expect(files.counts()).toEqual({
    waiting: 0,
    sending: 1,
    sent: 1,
    skipped: 1,
    failed: 1,
    cancelled: 1,
    bytes: 200,
    sentBytes: 140,
  });
});

test('a file that changes leaves the count and the list of its former state', () => {
  const files = uploadFiles();
  for (const id of [1, 2, 3]) files.set(file(id, 'waiting'));
  files.set(file(2, 'sending', 30));
  files.set(file(2, 'sending', 60));
  expect(files.counts()).toMatchObject({ waiting: 2, sending: 1, bytes: 300, sentBytes: 60 });
  for (const id of [2, 1, 3]) files.set(file(id, 'sent', 100));
  expect(files.counts()).toMatchObject({ waiting: 0, sending: 0, sent: 3, sentBytes: 300 });
  expect([files.first('sending', 9), files.lastSent().map(({ id }) => id)]).toEqual([[], [1, 3]]);
  expect(files.first('sent', 2).map(({ id }) => id)).toEqual([2, 1]);
});
