import { describe, expect, test } from 'vitest';
import { limits } from '../../../../../contract/rules/limits.ts';
import { anonymousCaller, isAnonymous } from '../../../../../service/domain/access/anonymous.ts';
import { requireAdministrator } from '../../../../../service/domain/access/enterprise/administration.ts';
import {
  type GroupRights,
  reaches,
  requireMembersVisible,
} from '../../../../../service/domain/access/enterprise/group-rights.ts';
import { requireGovernance } from '../../../../../service/domain/access/enterprise/require-governance.ts';
import type { ItemView } from '../../../../../service/domain/access/item-access.ts';
import { hasRight, isSharedTop, isTrashed, rightRefusal } from '../../../../../service/domain/access/item-access.ts';
import {
  isSecretName,
  isUnexpired,
  roleOfLink,
  stampOf,
} from '../../../../../service/domain/access/links/live-link.ts';
import { downloadRefusal, liveLock, requireUnlocked } from '../../../../../service/domain/access/locks.ts';
import { numberedName } from '../../../../../service/domain/access/numbered-name.ts';
import { inForce } from '../../../../../service/domain/access/persons-of.ts';
import { isUnchanged, requireMatch } from '../../../../../service/domain/access/preconditions.ts';
import { mayReveal, requireReveal } from '../../../../../service/domain/access/reveal.ts';
import { requireFileSize, requireRoom } from '../../../../../service/domain/access/room.ts';
import { asShown, nameOf, ownName } from '../../../../../service/domain/access/shown-name.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import type { Caller } from '../../../../../service/domain/service.ts';
import type { ItemRecord } from '../../../../../service/ports/metadata/items/items.ts';

/** The code and message of the refusal, or null when there is none. */
function refused(work: () => unknown): readonly [string, string] | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.message];
    throw error;
  }
}

const file = (more: object = {}) =>
  ({
    id: '7',
    kind: 'file',
    name: 'plan.txt',
    etag: 3,
    parentId: '1',
    trashedAt: null,
    lock: null,
    ...more,
  }) as ItemRecord;
const callerAs = (more: object, user: object = {}) =>
  ({
    user: { id: '1', role: 'user', ...user },
    scopes: ['root_readwrite'],
    restrictedTo: null,
    sharedLink: null,
    ...more,
  }) as unknown as Caller;

describe('preconditions', () => {
  test.each([
    [undefined, true, false],
    ['*', true, true],
    ['3', true, true],
    ['2', false, false],
    ['', false, false],
  ])('If-Match and If-None-Match %s', (tag, matches, isSeen) => {
    const message = `"plan.txt" has changed: its etag is "3", not "${tag}". Read it again.`;
    expect(refused(() => requireMatch(file(), tag))).toEqual(matches ? null : ['precondition_failed', message]);
    expect(isUnchanged(file(), tag)).toBe(isSeen);
  });
});

describe('a lock', () => {
  const locked = (lock: object) =>
    file({ lock: { createdBy: '2', expiresAt: null, isDownloadPrevented: false, ...lock } });
  const actor = { caller: callerAs({}), now: 100 };
  const refusal = [
    'access_denied_item_locked',
    '"plan.txt" is locked by someone else. Wait until it is unlocked, or ask the person who locked it.',
  ];

  test.each([
    ['of someone else binds', {}, true],
    ['of someone else binds until it expires', { expiresAt: 101 }, true],
    ['ends at its time', { expiresAt: 100 }, false],
    ['of the person themselves does not bind them', { createdBy: '1' }, false],
  ])('%s', (_rule, lock, binds) => {
    expect(refused(() => requireUnlocked(locked(lock), actor))).toEqual(binds ? refusal : null);
    expect(downloadRefusal(locked(lock), actor)).toBeNull();
    const prevented = downloadRefusal(locked({ ...lock, isDownloadPrevented: true }), actor);
    expect(prevented?.code ?? null).toBe(binds ? 'access_denied_item_locked' : null);
  });

  test('is on files alone', () => {
    expect(liveLock(file(), 100)).toBeNull();
    expect(liveLock({ ...locked({}), kind: 'folder' } as ItemRecord, 100)).toBeNull();
    expect(liveLock(locked({}), 100)).toMatchObject({ createdBy: '2' });
  });
});

describe('what leaves', () => {
  const view = (role: string, more: object = {}, item = file()) =>
    ({ item, ancestors: [], access: { role, sharedItemId: null, ...more } }) as unknown as ItemView;
  const reader = (scopes: readonly string[]) => ({ caller: callerAs({ scopes }), now: 100 });

  test('needs a scope, a role and a status', () => {
    for (const scopes of [['item_download'], ['item_read', 'item_download']]) {
      expect(mayReveal('bytes', view('viewer'), reader(scopes))).toBe(true);
      expect(refused(() => requireReveal('bytes', view('viewer'), reader(scopes)))).toBeNull();
    }
    expect(refused(() => requireReveal('bytes', view('viewer'), reader(['item_read'])))).toEqual([
      'insufficient_scope',
      'The access token lacks a scope for this: it needs one of root_readonly, root_readwrite, item_download.',
    ]);
    expect(refused(() => requireReveal('bytes', view('previewer'), reader(['item_download'])))).toEqual([
      'access_denied_insufficient_permissions',
      'Your role "previewer" does not allow this with "plan.txt". Ask its owner for more.',
    ]);
    expect(
      refused(() => requireReveal('bytes', view('owner', { status: 'inactive' }), reader(['item_download']))),
    ).toEqual([
      'access_denied_insufficient_permissions',
      'Your account has the status "inactive", which does not allow this. Ask your administrator.',
    ]);
  });

  test('is held by a lock against downloads, which does not hide the rest', () => {
    const locked = file({ lock: { createdBy: '2', expiresAt: null, isDownloadPrevented: true } });
    const all = reader(['root_readwrite']);
    expect(mayReveal('bytes', view('owner', {}, locked), all)).toBe(false);
    for (const revealed of ['metadata', 'comments', 'preview'] as const) {
      expect(mayReveal(revealed, view('owner', {}, locked), all)).toBe(true);
    }
  });

  test('rights are those of the role that the status leaves', () => {
    expect(rightRefusal(view('editor'), 'edit')).toBeNull();
    expect(rightRefusal(view('editor', { status: 'active' }), 'edit')).toBeNull();
    expect(hasRight({ role: 'editor' }, 'edit')).toBe(true);
    expect(hasRight({ role: 'viewer' }, 'edit')).toBe(false);
    expect(hasRight({ role: 'editor', status: 'cannot_delete_edit' }, 'edit')).toBe(false);
    expect(hasRight({ role: 'editor', status: 'active' }, 'edit')).toBe(true);
  });
});

describe('an item', () => {
  const root = { id: '1', parentId: null, name: '', trashedAt: null };
  const at = (item: object, ...ancestors: object[]) => ({ item: file(item), ancestors }) as never;

  test.each([
    ['below its root is live', at({}, root), false],
    ['that was trashed is in the trash', at({ trashedAt: 5 }, root), true],
    ['below a trashed folder is in the trash', at({}, root, { id: '2', parentId: '1', trashedAt: 5 }), true],
    ['below a folder that is gone is trashed', at({}, { id: '2', parentId: '1', trashedAt: null }), true],
    ['that is a root is live', at({ parentId: null }), false],
  ])('%s', (_rule, view, isInTrash) => {
    expect(isTrashed(view)).toBe(isInTrash);
  });

  test('is the top of a share only as the shared item itself', () => {
    const view = (sharedItemId: string | null) =>
      ({ item: file(), ancestors: [], access: { role: 'viewer', sharedItemId } }) as never;
    expect([isSharedTop(view('7')), isSharedTop(view('6')), isSharedTop(view(null))]).toEqual([true, false, false]);
  });
});

describe('a shared link', () => {
  const link = { token: 't', passwordHash: null, access: 'open', canEdit: false, canDownload: true, unsharedAt: null };
  const with_ = (more: object) => ({ ...link, ...more }) as never;

  test('expires at its time', () => {
    expect([isUnexpired(with_({}), 100), isUnexpired(with_({ unsharedAt: 101 }), 100)]).toEqual([true, true]);
    expect(isUnexpired(with_({ unsharedAt: 100 }), 100)).toBe(false);
  });

  test('grants a role by its settings', () => {
    expect(roleOfLink(with_({}))).toBe('viewer');
    expect(roleOfLink(with_({ canDownload: false }))).toBe('previewer');
    expect(roleOfLink(with_({ canEdit: true }))).toBe('viewer uploader');
    expect(roleOfLink(with_({ access: 'collaborators', canEdit: true }))).toBeNull();
  });

  test('has another stamp with another token, password or audience, and the same one otherwise', () => {
    const stamps = [{}, { token: 'u' }, { passwordHash: 'h' }, { access: 'company' }].map((more) =>
      stampOf(with_(more)),
    );
    expect(new Set(stamps).size).toBe(4);
    for (const stamp of stamps) expect(stamp).toMatch(/^[0-9a-f]{32}$/);
    expect(stampOf(with_({ canEdit: true, unsharedAt: 5 }))).toBe(stamps[0]);
  });

  test('has a token of 32 hexadecimal digits', () => {
    const good = '0123456789abcdef'.repeat(2);
    expect(isSecretName(good)).toBe(true);
    for (const text of [good.slice(1), `${good}0`, good.toUpperCase(), `${good.slice(1)}g`, '']) {
      expect(isSecretName(text)).toBe(false);
    }
  });
});

describe('a numbered name', () => {
  test.each([
    ['plan.txt', 'file', 'plan (2).txt'],
    ['plan.txt', 'folder', 'plan.txt (2)'],
    ['plan', 'file', 'plan (2)'],
    ['.profile', 'file', '.profile (2)'],
    ['archive.tar.gz', 'file', 'archive.tar (2).gz'],
    [`a.${'x'.repeat(31)}`, 'file', `a (2).${'x'.repeat(31)}`],
    [`a.${'x'.repeat(32)}`, 'file', `a.${'x'.repeat(32)} (2)`],
  ] as const)('%s of a %s is %s', (name, kind, expected) => {
    expect(numberedName({ name, kind }, 2)).toBe(expected);
  });

  test('is cut by whole characters to the length of a name', () => {
    const name = numberedName({ name: `${'😀'.repeat(limits.itemNameLength)}.txt`, kind: 'file' }, 10);
    expect([...name]).toHaveLength(limits.itemNameLength);
    expect(name.endsWith('😀 (10).txt')).toBe(true);
  });
});

describe('an alias in a root', () => {
  const shown = { itemId: '7', itemName: 'plan.txt', name: 'plan (2).txt' } as never;
  const above = { id: '7', name: 'plan.txt' };
  const view = (more: object) =>
    ({
      item: file(),
      ancestors: [],
      access: { role: 'viewer', sharedItemId: '7', shown },
      ...more,
    }) as unknown as ItemView;

  test('is the name of the shared item, as long as that is not renamed', () => {
    expect(asShown(view({})).item.name).toBe('plan (2).txt');
    expect(asShown(view({ item: file({ name: 'renamed' }) })).item.name).toBe('renamed');
    expect(nameOf(shown, [above])).toBe('plan (2).txt');
    expect(nameOf(shown, [{ ...above, id: '8' }])).toBeNull();
    expect([nameOf(null, [above]), nameOf(undefined, [above])]).toEqual([null, null]);
  });

  test('is shown in the path of the items below it', () => {
    const below = view({ item: file({ id: '9', name: 'inner' }), ancestors: [above, { id: '8', name: 'between' }] });
    const { item, ancestors } = asShown(below);
    expect([item.name, ...ancestors.map(({ name }) => name)]).toEqual(['inner', 'plan (2).txt', 'between']);
  });

  test('stands for the own name of the item itself', () => {
    expect(ownName(view({}), 'plan (2).txt')).toBe('plan.txt');
    expect(ownName(view({}), 'another')).toBe('another');
    const below = view({ item: file({ id: '9', name: 'plan.txt' }) });
    expect(ownName(below, 'plan (2).txt')).toBe('plan (2).txt');
  });
});

describe('rights in an enterprise', () => {
  test('governance needs an administrator and a token for all content', () => {
    const good = callerAs({ scopes: ['manage_legal_hold', 'enterprise_content'] }, { role: 'admin' });
    const narrow = ['insufficient_scope', 'The access token lacks the scope enterprise_content.'];
    expect(refused(() => requireGovernance(good))).toBeNull();
    expect(refused(() => requireGovernance({ ...good, scopes: ['manage_legal_hold'] }))).toEqual(narrow);
    expect(refused(() => requireGovernance({ ...good, restrictedTo: { itemId: '1' } }))).toEqual(narrow);
    expect(refused(() => requireGovernance({ ...good, user: { ...good.user, role: 'user' } }))?.[0]).toBe(
      'access_denied_insufficient_permissions',
    );
  });

  test.each([
    ['admins_only', 'y--'],
    ['admins_and_members', 'yy-'],
    ['all_managed_users', 'yyy'],
  ] as const)('the level %s includes managers, members, others: %s', (level, expected) => {
    const rights: readonly GroupRights[] = [
      { membership: null, mayManage: true },
      { membership: { role: 'member' } as never, mayManage: false },
      { membership: null, mayManage: false },
    ];
    expect(rights.map((one) => (reaches(level, one) ? 'y' : '-')).join('')).toBe(expected);
    const visible = rights.map((one) => {
      const group = { memberViewabilityLevel: level } as never;
      return refused(() => requireMembersVisible({ ...one, group })) === null ? 'y' : '-';
    });
    expect(visible.join('')).toBe(expected);
  });
});

describe('a visitor without an account', () => {
  test('reads, previews and downloads what the shared link grants, and is no one else', () => {
    const pass = { itemId: '7', role: 'viewer', stamp: 's' } as const;
    const visitor = anonymousCaller(pass);
    expect(visitor).toMatchObject({
      scopes: ['item_read', 'item_preview', 'item_download'],
      sharedLink: pass,
      user: { name: 'Someone', login: '', status: 'active', language: 'en', timezone: 'UTC' },
    });
    expect([isAnonymous(visitor.user), isAnonymous(callerAs({}).user)]).toEqual([true, false]);
    expect(anonymousCaller(null, 'Pat')).toMatchObject({ sharedLink: null, user: { name: 'Pat' } });
  });

  test('administers nothing', () => {
    expect(refused(() => requireAdministrator(anonymousCaller(null)))).toEqual([
      'access_denied_insufficient_permissions',
      'Only an administrator of the enterprise can do this.',
    ]);
  });
});

test('a file is as large as the service and the account allow', () => {
  const settings = { maxFileBytes: 100 } as never;
  const size = (maxUploadBytes: number | null, bytes: number) =>
    refused(() => requireFileSize(settings, { maxUploadBytes }, bytes));
  expect([size(null, 100), size(50, 50)]).toEqual([null, null]);
  expect(size(null, 101)).toEqual(['file_size_limit_exceeded', 'The file has 101 bytes. The limit is 100.']);
  expect(size(50, 51)).toEqual([
    'file_size_limit_exceeded',
    'The file has 51 bytes. Your max_upload_size is 50. Ask your administrator to raise it.',
  ]);
});

test('space is what is left beside files and unfinished uploads, and a refusal says how much each takes', () => {
  const need = (bytes: number, usedBytes: number, heldBytes: number) =>
    refused(() => requireRoom({ allBytes: 100, usedBytes, heldBytes }, bytes));
  expect(refused(() => requireRoom(null, Number.MAX_SAFE_INTEGER))).toBeNull();
  expect([need(40, 60, 0), need(10, 60, 30)]).toEqual([null, null]);
  const remedy = 'Empty the trash or ask for more space.';
  expect(need(41, 60, 0)).toEqual([
    'storage_limit_exceeded',
    `Not enough space for 41 bytes: 40 of 100 bytes are free. ${remedy}`,
  ]);
  expect(need(11, 60, 30)?.[1]).toBe(
    `Not enough space for 11 bytes: 10 of 100 bytes are free. Unfinished uploads take 30 bytes. That space is freed when they finish, are aborted or expire. ${remedy}`,
  );
  expect(need(1, 120, 0)?.[1]).toBe(`Not enough space for 1 bytes: 0 of 100 bytes are free. ${remedy}`);
});

test('a collaboration is in force once it is accepted, until its end', () => {
  const one = (status: string, expiresAt: number | null) => ({ status, expiresAt }) as never;
  const reads = { now: () => 100 };
  const all = [one('accepted', null), one('pending', null), one('accepted', 100), one('accepted', 101)];
  expect(inForce(reads, all)).toEqual([all[0], all[3]]);
  expect(inForce(reads, all.slice(0, 2))).toEqual([all[0]]);
});
