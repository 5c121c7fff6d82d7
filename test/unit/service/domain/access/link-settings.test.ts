import { describe, expect, test } from 'vitest';
import {
  type LinkSettings,
  type LinkState,
  settled,
  usualLink,
} from '../../../../../service/domain/access/links/link-settings.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import type { ItemKind } from '../../../../../service/ports/metadata/items/items.ts';

const now = 1000;

function settle(before: Partial<LinkState>, wanted: LinkSettings, kind: ItemKind = 'file') {
  try {
    return settled({ ...usualLink, ...before }, wanted, { kind, now });
  } catch (error) {
    if (error instanceof Refusal) return error.contextInfo?.errors?.[0]?.name;
    throw error;
  }
}

describe('[B 4.6] settings of a shared link', () => {
  test.each<[string, Partial<LinkState>, LinkSettings, Partial<LinkState>]>([
    [
      'nothing said leaves all',
      { passwordHash: 'h', unsharedAt: 5, vanityName: 'v' },
      {},
      { passwordHash: 'h', unsharedAt: 5, vanityName: 'v' },
    ],
    ['null takes away', { passwordHash: 'h', vanityName: 'v' }, { passwordHash: null, vanityName: null }, {}],
    ['editing brings the download', { canDownload: false }, { canEdit: true }, { canEdit: true }],
    ['less than editing keeps the download', { canEdit: true }, { canEdit: false }, {}],
    ['a circle takes the place of the password', { passwordHash: 'h' }, { access: 'company' }, { access: 'company' }],
    ['an end in the future', {}, { unsharedAt: now + 1 }, { unsharedAt: now + 1 }],
    [
      'an end that is past already is no fault of who says nothing of it',
      { unsharedAt: 5 },
      { canDownload: false },
      { unsharedAt: 5, canDownload: false },
    ],
  ])('%s', (_rule, before, wanted, after) => {
    expect(settle(before, wanted)).toEqual({ ...usualLink, ...after });
  });

  test.each<[LinkSettings, string, ItemKind?]>([
    [{ access: 'company', passwordHash: 'h' }, 'shared_link.password'],
    [{ access: 'collaborators', canDownload: false }, 'shared_link.permissions.can_download'],
    [{ access: 'collaborators', canEdit: true }, 'shared_link.permissions.can_edit'],
    [{ canEdit: true, canDownload: false }, 'shared_link.permissions.can_edit'],
    [{ canEdit: true }, 'shared_link.permissions.can_edit', 'folder'],
    [{ canEdit: true }, 'shared_link.permissions.can_edit', 'web_link'],
    [{ unsharedAt: now }, 'shared_link.unshared_at'],
  ])('do not go together: %j', (wanted, field, kind) => {
    expect(settle({}, wanted, kind)).toBe(field);
  });

  test.each<[Partial<LinkState>, LinkSettings, string]>([
    [{ access: 'collaborators' }, { canDownload: false }, 'shared_link.permissions.can_download'],
    [{ canEdit: true }, { access: 'collaborators' }, 'shared_link.permissions.can_edit'],
  ])('a link that is %j is not changed to %j', (before, wanted, field) => {
    expect(settle(before, wanted)).toBe(field);
  });
});
