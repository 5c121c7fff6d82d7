import { describe, expect, test } from 'vitest';
import {
  canRemove,
  filePermissions,
  folderPermissions,
  type Standing,
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
function row(flag: (standing: Standing) => boolean, more: Partial<Standing> = {}): string {
  return roles.map((role) => (flag({ role, isTop: false, isRoot: false, ...more }) ? 'y' : '-')).join('');
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

  test('only who may configure the folder invites where others may not', () => {
    expect(row((standing) => folderPermissions(standing, false).can_invite_collaborator)).toBe('yy------');
    expect(row((standing) => folderPermissions(standing, true).can_invite_collaborator)).toBe('yyy-----');
  });
});

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
