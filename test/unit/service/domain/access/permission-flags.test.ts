import { describe, expect, test } from 'vitest';
import {
  canRemove,
  filePermissions,
  folderPermissions,
  type ShownStanding,
} from '../../../../../service/domain/access/permissions/permission-flags.ts';

const roles = [
  'owner',
  'co-owner',
  'editor',
  'viewer uploader',
  'previewer uploader',
  'viewer',
  'previewer',
  'uploader',
] as const;

/** `y` for each role in order that has the flag. */
function row(flag: (standing: ShownStanding) => boolean, more: Partial<ShownStanding> = {}): string {
  const plain = { isTop: false, isRoot: false, letsInvite: true, letsDownload: true };
  return roles.map((role) => (flag({ role, ...plain, ...more }) ? 'y' : '-')).join('');
}

describe('permissions of a folder, by role', () => {
  test.each([
    ['can_delete', 'yyy-----', '--------'],
    ['can_download', 'yyyy-y--', 'yyyy-y--'],
    ['can_invite_collaborator', 'yyy-----', '--------'],
    ['can_rename', 'yyy-----', '--------'],
    ['can_set_share_access', 'yyy-----', '--------'],
    ['can_share', 'yyyy-y--', '--------'],
    ['can_upload', 'yyyyy--y', 'yyyyy--y'],
  ] as const)('%s: %s, and %s in the root', (flag, below, inRoot) => {
    expect(row((standing) => folderPermissions(standing)[flag])).toBe(below);
    expect(row((standing) => folderPermissions(standing)[flag], { isRoot: true })).toBe(inRoot);
  });
});

test.each([folderPermissions, filePermissions])(
  'no role invites or downloads where the path or a lock forbids it',
  (of) => {
    expect(row((standing) => of(standing).can_invite_collaborator, { letsInvite: false })).toBe('--------');
    expect(row((standing) => of(standing).can_download, { letsDownload: false })).toBe('--------');
  },
);

describe('permissions of a file, by role', () => {
  test.each([
    ['can_delete', 'yyy-----'],
    ['can_download', 'yyyy-y--'],
    ['can_invite_collaborator', 'yyy-----'],
    ['can_rename', 'yyy-----'],
    ['can_set_share_access', 'yyy-----'],
    ['can_share', 'yyyy-y--'],
    ['can_annotate', 'yyyyyyy-'],
    ['can_comment', 'yyyyyyy-'],
    ['can_preview', 'yyyyyyy-'],
    ['can_upload', 'yyyy----'],
    ['can_view_annotations_all', 'yyyyyyy-'],
    ['can_view_annotations_self', 'yyyyyyy-'],
  ] as const)('%s: %s', (flag, expected) => {
    expect(row((standing) => filePermissions(standing)[flag])).toBe(expected);
  });

  test('are less by the status of the account', () => {
    const status = 'cannot_delete_edit' as const;
    expect(row((standing) => filePermissions(standing).can_upload, { status })).toBe('--------');
    expect(row((standing) => filePermissions(standing).can_rename, { status })).toBe('--------');
    expect(row((standing) => filePermissions(standing).can_download, { status })).toBe('yyyy-y--');
    expect(row((standing) => filePermissions(standing).can_download, { status: 'inactive' })).toBe('--------');
  });
});

test('an item that is shared itself is removed by its owners alone, and a root by no one', () => {
  expect(row(canRemove)).toBe('yyy-----');
  expect(row(canRemove, { isTop: true })).toBe('yy------');
  expect(row(canRemove, { isRoot: true })).toBe('--------');
  expect(row(canRemove, { status: 'cannot_delete_edit' })).toBe('--------');
});
