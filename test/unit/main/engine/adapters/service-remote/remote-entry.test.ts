import { expect, test } from 'vitest';
import type { File } from '../../../../../../contract/resources/items/file.ts';
import { remoteEntry } from '../../../../../../main/engine/adapters/service-remote/remote-entry.ts';

/** A file as a service answers it to someone with these rights. */
const fileWith = (rights: { can_download: boolean; can_share: boolean }, isLocked: boolean) =>
  ({
    type: 'file',
    id: '7',
    name: 'a.txt',
    sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    size: 0,
    etag: '0',
    permissions: { can_upload: false, can_rename: false, can_delete: false, ...rights },
    lock: isLocked ? { type: 'lock', is_download_prevented: true } : null,
  }) as unknown as File;

test.each([
  ['a viewer', { can_download: true, can_share: true }, false, true],
  ['a viewer while someone else holds the lock', { can_download: false, can_share: true }, true, true],
  ['a previewer', { can_download: false, can_share: false }, false, false],
  ['a previewer while someone else holds the lock', { can_download: false, can_share: false }, true, false],
])('[E103] a lock takes no right away and gives none: %s', (_who, rights, isLocked, canDownload) => {
  expect(remoteEntry(fileWith(rights, isLocked))).toMatchObject({ canDownload });
});
