import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { systemUserId, systemUserName } from '../../../../main/private/system-user.ts';

/** What Node does for a user whom the system's list lacks. */
const unlisted = (): never => {
  throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)');
};

test('a user is known by the system’s list', () => {
  const { username, uid } = userInfo();
  expect([systemUserName({ USER: 'other' }), systemUserId()]).toEqual([username, uid]);
});

test.each([
  ['the environment’s', { USER: 'ann', LOGNAME: 'other' }, 'ann'],
  ['the one of the sign-in', { USER: '', LOGNAME: 'ann' }, 'ann'],
  ['a plain word', {}, 'user'],
])('the name of a user whom that list lacks, as in a container, is %s', (_, env, name) => {
  expect(systemUserName(env, unlisted)).toBe(name);
});
