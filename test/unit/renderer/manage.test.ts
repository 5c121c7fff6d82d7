import { describe, expect, test } from 'vitest';
import { UNLIMITED_SPACE } from '../../../contract/resources/people/user.ts';
import { isOffered, knownTriggers, triggersOf } from '../../../renderer/features/connections/triggers.ts';
import { keptFor } from '../../../renderer/features/governance/retention/policy.ts';
import { type HubMember, roleIn } from '../../../renderer/features/hubs/hub.ts';
import { isAllowed, withRight } from '../../../renderer/features/people/groups/group-rights.ts';
import { bytesOfGigabytes, gigabytesOfBytes, quotaOf } from '../../../renderer/features/people/users/space.ts';
import { rightsOver, type User } from '../../../renderer/features/people/users/user.ts';
import { type FileRequest, isShown } from '../../../renderer/features/requests/shown-requests.ts';
import { changesOf } from '../../../renderer/state/hooks/use-draft.ts';
import { publicAddress } from '../../../renderer/state/service/public-address.ts';
import { localMoment, wireMoment } from '../../../renderer/texts/dates.ts';

/** The decisions that the pages of lists and forms make themselves. */

describe('the fields that a form sends', () => {
  test('only changed fields, so that a text shown truncated is not stored truncated', () => {
    const before = { title: 'Plans', description: 'x'.repeat(200), isOn: true };
    expect(changesOf(before, { ...before })).toEqual({});
    expect(changesOf(before, { ...before, title: 'Plans 2', isOn: false })).toEqual({ title: 'Plans 2', isOn: false });
  });

  test('moments go to a local field and back, to the minute', () => {
    const at = '2027-01-31T11:05:00Z';
    expect(localMoment(at)).toMatch(/^2027-0[12]-\d\dT\d\d:\d\d$/);
    expect(wireMoment(localMoment(at))).toBe(at);
    expect([localMoment(null), localMoment(undefined)]).toEqual(['', '']);
  });

  test('a day is its local start, and an empty text is no date', () => {
    expect(wireMoment('2027-01-31')).toBe(new Date(2027, 0, 31).toISOString().replace('.000', ''));
    expect(wireMoment('')).toBeNull();
  });

  test('space in gigabytes, with a point or a comma', () => {
    expect(['50', '0', '1.5', '1,5', ' 2 '].map(bytesOfGigabytes)).toEqual([50e9, 0, 1.5e9, 1.5e9, 2e9]);
    expect(['', 'much', '-1', '1e3', '1.5.2'].map(bytesOfGigabytes)).toEqual([null, null, null, null, null]);
    expect(['1.000', '20,000'].map(bytesOfGigabytes), 'thousands, or decimals').toEqual([null, null]);
    expect([gigabytesOfBytes(1.5e9), gigabytesOfBytes(1_024_000_000), gigabytesOfBytes(-1)]).toEqual([
      '1.5',
      '1.0240',
      '',
    ]);
  });

  test('no limit is what the service answers with its largest number, with -1, or with nothing', () => {
    expect([UNLIMITED_SPACE, -1, undefined, 0, 10].map(quotaOf)).toEqual([-1, -1, -1, 0, 10]);
  });
});

test('the address of a form is below the address of the service, wherever its interface is', () => {
  for (const base of ['http://localhost:8080/2.0', 'http://localhost:8080/2.0/', 'http://localhost:8080/api/2.0']) {
    expect(publicAddress(base, '/f/abc')).toBe('http://localhost:8080/f/abc');
  }
  expect(publicAddress('https://example.org/files/2.0', '/f/abc')).toBe('https://example.org/files/f/abc');
});

describe('file requests that are shown', () => {
  const request = (title: string, folder: string, status: 'active' | 'inactive') =>
    ({ id: title, type: 'file_request', title, folder: { name: folder }, status }) as unknown as FileRequest;
  const all = [request('Photos', 'Party', 'active'), request('Offers', 'Building', 'inactive')];
  const titles = (word: string, state: 'all' | 'active' | 'inactive') =>
    all.filter((request) => isShown(request, word, state)).map(({ title }) => title);

  test('by their title, by their folder and by their state', () => {
    expect(titles('', 'all')).toEqual(['Photos', 'Offers']);
    expect(titles(' PHOTO', 'all')).toEqual(['Photos']);
    expect(titles('build', 'all')).toEqual(['Offers']);
    expect(titles('', 'active')).toEqual(['Photos']);
    expect(titles('photo', 'inactive')).toEqual([]);
  });
});

describe('what a person is', () => {
  const user = (id: string, role: 'admin' | 'coadmin' | 'user') => ({ id, type: 'user', role }) as User;

  test('administrators change every account but their own here, co-administrators those of users', () => {
    const ann = user('1', 'admin');
    const bob = user('2', 'coadmin');
    const carol = user('3', 'user');
    expect([ann, bob, carol].map((one) => rightsOver(one, ann))).toEqual(['self', 'all', 'all']);
    expect([ann, bob, carol].map((one) => rightsOver(one, bob))).toEqual(['none', 'self', 'all']);
    expect([ann, bob, carol].map((one) => rightsOver(one, undefined))).toEqual(['none', 'none', 'none']);
  });

  const member = (type: 'user' | 'group', id: string, role: string, status = 'accepted') =>
    ({ id: `${type}${id}`, type: 'hub_collaboration', role, status, accessible_by: { id, type } }) as HubMember;

  test('in a group: null allows nothing, an omitted right is allowed, and a change names each right', () => {
    expect([isAllowed(null, 'can_run_reports'), isAllowed({ can_edit_accounts: false }, 'can_run_reports')]).toEqual([
      false,
      true,
    ]);
    expect(withRight(null, 'can_edit_accounts', true)).toEqual({
      can_create_accounts: false,
      can_edit_accounts: true,
      can_instant_login: false,
      can_run_reports: false,
    });
    expect(withRight({ further: false }, 'can_create_accounts', false)).toMatchObject({
      further: false,
      can_create_accounts: false,
      can_run_reports: true,
    });
  });

  test('in a hub: the strongest of the own role and those of groups, none of others, and nothing while invited', () => {
    const group = member('group', '9', 'editor');
    expect(roleIn([member('user', '1', 'viewer'), group], '1')).toBe('editor');
    expect(roleIn([member('user', '1', 'co-owner'), group], '1')).toBe('co-owner');
    expect(roleIn([member('user', '1', 'viewer'), member('user', '2', 'co-owner')], '1')).toBe('viewer');
    expect(roleIn([member('group', '8', 'viewer'), member('group', '9', 'editor')], '1')).toBe('editor');
    expect(roleIn([member('user', '1', 'editor', 'pending')], '1')).toBeNull();
    expect(roleIn([], '1')).toBeNull();
  });
});

test('a retention lasts a number of days, or has no end date', () => {
  expect([keptFor('1'), keptFor('365'), keptFor('indefinite')]).toEqual(['1 day', '365 days', 'Permanently']);
});

describe('the triggers of a webhook', () => {
  test('a trigger for folders only is not offered for a file', () => {
    expect(triggersOf('FOLDER', 'file')).toEqual([]);
    expect(triggersOf('COLLABORATION', 'file')).toEqual([]);
    expect(triggersOf('FILE', 'file')).not.toContain('FILE.UPLOADED');
    expect(triggersOf('FILE', 'folder')).toContain('FILE.UPLOADED');
  });

  test('triggers that are not offered stay, and unknown ones of a later service go', () => {
    const triggers = ['FILE.MOVED', 'WEBHOOK.DELETED', 'FILE.COPIED', 'SIGN_REQUEST.DECLINED'];
    expect(knownTriggers([...triggers, 'FILE.EATEN'])).toEqual(triggers);
    expect(knownTriggers(triggers).filter(isOffered)).toEqual(['FILE.MOVED', 'FILE.COPIED']);
  });
});
