import { describe, expect, test } from 'vitest';
import {
  any,
  creator,
  enterprise,
  group,
  hub,
  item,
  itemOrLink,
  type Need,
  permits,
  type Standing,
  self,
} from '../../../../../service/domain/access/permissions/needs.ts';
import { revealedBy, revealing } from '../../../../../service/domain/access/permissions/reveals.ts';
import { type Action, withholds } from '../../../../../service/domain/access/permissions/rights.ts';

const nobody: Standing = { enterprise: 'user', item: null, link: null, group: null, hub: null, isCreator: false };
const may = (need: Need, standing: Partial<Standing>) => permits(need, { ...nobody, ...standing });

describe('an operation that needs', () => {
  test.each<[string, Need, Partial<Standing>, boolean]>([
    ['nothing but a caller is permitted to anyone', self, {}, true],
    ['nothing but a caller is permitted whatever the status', self, { status: 'inactive' }, true],
    ['an administrator refuses others', enterprise, {}, false],
    ['an administrator permits one', enterprise, { enterprise: 'admin' }, true],
    ['an administrator permits a co-administrator', enterprise, { enterprise: 'coadmin' }, true],
    ['its creator refuses others', creator, { enterprise: 'admin', item: 'owner' }, false],
    ['its creator permits them', creator, { isCreator: true }, true],
    ['a role refuses who has none', item('list'), {}, false],
    ['a role refuses one without the action', item('download'), { item: 'previewer' }, false],
    ['a role permits one with the action', item('download'), { item: 'viewer' }, true],
    ['a role takes no link for it', item('download'), { link: 'viewer' }, false],
    ['a role or a link permits a link with the action', itemOrLink('download'), { link: 'viewer' }, true],
    ['a role or a link refuses a link without the action', itemOrLink('download'), { link: 'previewer' }, false],
    ['a role or a link permits the role', itemOrLink('download'), { item: 'viewer', link: 'previewer' }, true],
    ['a role or a link refuses neither of them', itemOrLink('list'), {}, false],
    ['a role refuses a status that withholds it', item('edit'), { item: 'owner', status: 'cannot_delete_edit' }, false],
    ['a role permits what the status leaves', item('list'), { item: 'owner', status: 'cannot_delete_edit' }, true],
    ['a link refuses a status that withholds it', itemOrLink('list'), { link: 'viewer', status: 'inactive' }, false],
    ['a member refuses who is none', group('member'), {}, false],
    ['a member permits one', group('member'), { group: 'member' }, true],
    ['a member permits an administrator of the group', group('member'), { group: 'admin' }, true],
    ['an administrator of the group refuses a member', group('admin'), { group: 'member' }, false],
    ['an administrator of the group permits one', group('admin'), { group: 'admin' }, true],
    ['an administrator of the group refuses one of the enterprise', group('admin'), { enterprise: 'admin' }, false],
    ['one of several permits any of them', any(enterprise, creator), { isCreator: true }, true],
    ['one of several refuses none of them', any(enterprise, creator), { item: 'owner' }, false],
    ['one of none refuses everyone', any(), { enterprise: 'admin' }, false],
  ])('%s', (_rule, need, standing, isPermitted) => {
    expect(may(need, standing)).toBe(isPermitted);
  });

  test('a role in a hub permits it and stronger ones', () => {
    const roles = ['viewer', 'editor', 'co-owner'] as const;
    const table = roles.map((needed) =>
      [null, ...roles].map((role) => (may(hub(needed), { hub: role }) ? 'y' : '-')).join(''),
    );
    expect(table).toEqual(['-yyy', '--yy', '---y']);
  });
});

test('a status withholds these actions from every role', () => {
  const actions: readonly Action[] = [
    'list',
    'preview',
    'comment',
    'download',
    'upload',
    'edit',
    'organise',
    'copy',
    'share',
    'invite',
    'configure',
  ];
  const withheld = (status: Parameters<typeof withholds>[0]) => actions.filter((action) => withholds(status, action));
  expect(withheld('active')).toEqual([]);
  expect(withheld('inactive')).toEqual(actions);
  expect(withheld('cannot_delete_edit')).toEqual(['edit', 'organise', 'configure']);
  expect(withheld('cannot_delete_edit_upload')).toEqual(['upload', 'edit', 'organise', 'configure']);
});

describe('a revealed field', () => {
  test('needs an action and one of these scopes', () => {
    const reading = ['root_readonly', 'root_readwrite', 'item_read', 'base_explorer'];
    expect(revealing).toEqual({
      metadata: { action: 'list', scopes: reading },
      comments: { action: 'comment', scopes: reading },
      preview: {
        action: 'preview',
        scopes: ['root_readonly', 'root_readwrite', 'item_preview', 'base_preview', 'base_explorer'],
      },
      bytes: { action: 'download', scopes: ['root_readonly', 'root_readwrite', 'item_download'] },
    });
  });

  test.each([
    ['COMMENT.CREATED', 'comments'],
    ['COMMENT.DELETED', 'comments'],
    ['TASK_ASSIGNMENT.CREATED', 'comments'],
    ['FILE.UPLOADED', 'metadata'],
    ['FOLDER.RENAMED', 'metadata'],
    ['SHARED_LINK.CREATED', 'metadata'],
  ] as const)('by the trigger %s is %s', (trigger, revealed) => {
    expect(revealedBy(trigger)).toBe(revealed);
  });
});
