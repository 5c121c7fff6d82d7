import { describe, expect, it } from 'vitest';
import { collaborationRoles } from '../../../../../contract/resources/sharing/collaboration.ts';
import {
  canRemove,
  filePermissions,
  folderPermissions,
} from '../../../../../service/domain/access/permissions/permission-flags.ts';
import { type Action, allows, strongerRole } from '../../../../../service/domain/access/permissions/rights.ts';

/** The roles, in the order of the columns below. */
const roles = [
  'co-owner',
  'editor',
  'viewer uploader',
  'previewer uploader',
  'viewer',
  'previewer',
  'uploader',
] as const;
const table: readonly [Action, string][] = [
  ['list', 'yyyyyyy'],
  ['preview', 'yyyyyy-'],
  ['comment', 'yyyyyy-'],
  ['download', 'yyy-y--'],
  ['upload', 'yyyy--y'],
  ['edit', 'yyy----'],
  ['organise', 'yy-----'],
  ['copy', 'yyy-y--'],
  ['share', 'yyy-y--'],
  ['invite', 'yy-----'],
  ['configure', 'y------'],
];

describe('rights', () => {
  it.each(table)('%s: %s', (action, row) => {
    expect(roles.map((role) => (allows(role, action) ? 'y' : '-')).join('')).toBe(row);
  });

  it('are all the owner’s', () => {
    expect(table.every(([action]) => allows('owner', action))).toBe(true);
  });

  it('of two roles are those of the stronger, in either order', () => {
    for (const one of collaborationRoles) {
      expect(strongerRole(one, 'owner')).toBe(one === 'co-owner' ? 'co-owner' : 'owner');
      expect(strongerRole('editor', one)).toBe(['owner', 'co-owner'].includes(one) ? one : 'editor');
    }
  });
});

describe('permissions in answers', () => {
  const open = { letsInvite: true, letsDownload: true };

  it('let no one rename, delete or share a root', () => {
    expect(folderPermissions({ ...open, role: 'owner', isTop: false, isRoot: true })).toEqual({
      can_delete: false,
      can_download: true,
      can_invite_collaborator: false,
      can_rename: false,
      can_set_share_access: false,
      can_share: false,
      can_upload: true,
    });
  });

  it('let an editor delete items inside a shared folder, and not the folder itself', () => {
    expect(canRemove({ role: 'editor', isTop: false, isRoot: false })).toBe(true);
    expect(canRemove({ role: 'editor', isTop: true, isRoot: false })).toBe(false);
    expect(canRemove({ role: 'co-owner', isTop: true, isRoot: false })).toBe(true);
  });

  it('let a viewer preview and download a file, and not upload to it', () => {
    const viewer = filePermissions({ ...open, role: 'viewer', isTop: true, isRoot: false });
    expect(viewer).toMatchObject({ can_preview: true, can_download: true, can_upload: false, can_delete: false });
  });
});
