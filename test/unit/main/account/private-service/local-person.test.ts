import { expect, test } from 'vitest';
import { localPerson } from '../../../../../main/account/private-service/local-person.ts';
import { requireLogin, requireUserName } from '../../../../../service/domain/people/users/account-rules.ts';

test.each([
  ['ann', { login: 'ann@localhost', name: 'ann' }],
  ['Ann Smith', { login: 'Ann.Smith@localhost', name: 'Ann Smith' }],
  ['ann@example.com', { login: 'ann.example.com@localhost', name: 'ann@example.com' }],
  ['a'.repeat(200), { login: `${'a'.repeat(50)}@localhost`, name: 'a'.repeat(50) }],
])('the service takes the owner named after the user %s', (userName, person) => {
  expect(localPerson(userName)).toEqual(person);
  requireLogin(person.login);
  requireUserName(person.name);
});
