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
    if (!(error instanceof Refusal)) throw error;
    const { code, message, contextInfo } = error;
    return { code, name: contextInfo?.errors?.[0]?.name, message };
  }
}

describe('settings of a shared link', () => {
  test.each<[string, Partial<LinkState>, LinkSettings, Partial<LinkState>]>([
    [
      'nothing said leaves all',
      { passwordHash: 'h', unsharedAt: 5, vanityName: 'v' },
      {},
      { passwordHash: 'h', unsharedAt: 5, vanityName: 'v' },
    ],
    [
      'null removes a value',
      { passwordHash: 'h', unsharedAt: 5, vanityName: 'v' },
      { passwordHash: null, unsharedAt: null, vanityName: null },
      {},
    ],
    [
      'another setting grants no download',
      { canDownload: false },
      { vanityName: 'v' },
      { canDownload: false, vanityName: 'v' },
    ],
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

  const forRoles = 'is determined by the roles of the collaborators if access is "collaborators".';
  const refusals: Readonly<Record<string, readonly [field: string, message: string]>> = {
    password: [
      'shared_link.password',
      'shared_link.password requires access "open". Use that access, or send null as the password.',
    ],
    downloadForRoles: [
      'shared_link.permissions.can_download',
      `shared_link.permissions.can_download ${forRoles} Omit it.`,
    ],
    editForRoles: ['shared_link.permissions.can_edit', `shared_link.permissions.can_edit ${forRoles} Send false.`],
    editWithoutDownload: [
      'shared_link.permissions.can_edit',
      'shared_link.permissions.can_edit includes downloading. Allow both, or send can_edit as false.',
    ],
    editOfNoFile: [
      'shared_link.permissions.can_edit',
      'shared_link.permissions.can_edit applies only to files. Omit it, or send false.',
    ],
    past: [
      'shared_link.unshared_at',
      'shared_link.unshared_at must be in the future. Send null for a link that does not expire.',
    ],
  };

  test.each<[keyof typeof refusals, Partial<LinkState>, LinkSettings, ItemKind?]>([
    ['password', {}, { access: 'company', passwordHash: 'h' }],
    ['password', { access: 'company' }, { passwordHash: 'h' }],
    ['downloadForRoles', {}, { access: 'collaborators', canDownload: false }],
    ['downloadForRoles', { access: 'collaborators' }, { canDownload: false }],
    ['editForRoles', {}, { access: 'collaborators', canEdit: true }],
    ['editForRoles', { canEdit: true }, { access: 'collaborators' }],
    ['editWithoutDownload', {}, { canEdit: true, canDownload: false }],
    ['editWithoutDownload', { canEdit: true }, { canDownload: false }],
    ['editOfNoFile', {}, { canEdit: true }, 'folder'],
    ['editOfNoFile', {}, { canEdit: true }, 'web_link'],
    ['past', {}, { unsharedAt: now }],
  ])('refuses with %s: a link that is %j, changed to %j', (why, before, wanted, kind) => {
    const [name, message] = refusals[why] ?? [];
    expect(settle(before, wanted, kind)).toEqual({ code: 'bad_request', name, message });
  });
});
