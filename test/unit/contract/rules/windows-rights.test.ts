import { expect, test } from 'vitest';
import { commandFor, isInProfile, onlyFor, othersIn, sidIn } from '../../../../contract/rules/windows-rights.ts';

const ann = 'S-1-5-21-1004336348-1177238915-682003330-1001';
const bob = 'S-1-5-21-1004336348-1177238915-682003330-1002';
const saved = (sddl: string) => `Tandem\r\n${sddl}\r\n`;

test.each([
  ['as icacls leaves it', `D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${ann})`, []],
  ['with the owner of what is created in it', `D:AI(A;OICIIO;FA;;;CO)(A;ID;FA;;;OW)(A;;FA;;;${ann})`, []],
  [
    'below C:\\, where users may read and add',
    `D:AI(A;OICIID;FA;;;BA)(A;OICIID;0x1200a9;;;BU)(A;CIID;LC;;;AU)`,
    ['BU', 'AU'],
  ],
  ['for another user, once', `D:(A;;FA;;;${bob})(A;OICI;FR;;;${bob})(A;;FA;;;${ann})`, [bob]],
  ['for everyone', 'D:(A;OICI;FA;;;WD)', ['WD']],
  ['denied to another user', `D:(D;;FA;;;${bob})(A;;FA;;;${ann})`, []],
  ['conditional, for everyone', `D:(XA;;FX;;;WD;(@User.Title=="PM"))(A;;FA;;;${ann})`, ['WD']],
  ['with owner, group and audit', `O:${bob}G:BUD:(A;;FA;;;${ann})S:(AU;SAFA;FA;;;WD)`, []],
  ['as the numbers of groups', 'D:(A;;FA;;;S-1-5-18)(A;;FA;;;S-1-5-32-544)(A;;FA;;;S-1-1-0)', ['S-1-1-0']],
])('an access list %s', (_what, sddl, others) => {
  expect(othersIn(saved(sddl), ann)).toEqual(others);
});

test.each(['', 'Tandem\r\n', saved(''), saved('D:NO_ACCESS_CONTROL'), saved('D:')])(
  'no access list, or none that allows only some: %j',
  (text) => {
    expect(othersIn(text, ann)).toBeNull();
  },
);

test('the name of a folder is no access list', () => {
  expect(othersIn(`D:(A;;FA;;;WD)\r\nD:(A;;FA;;;${ann})\r\n`, ann)).toEqual([]);
});

test.each([
  [`"desktop-7\\ann","${ann}"\r\n`, ann],
  [`"domäne\\ann, die ""erste""","${ann}"`, ann],
  ['', null],
  ['ERROR: Access is denied.', null],
])('the SID in %j', (whoami, sid) => {
  expect(sidIn(whoami)).toBe(sid);
});

test('a folder is left to the user, the system and the administrators, with all that is created in it', () => {
  expect(onlyFor('D:\\My data', ann)).toEqual([
    'D:\\My data',
    '/inheritance:r',
    '/grant:r',
    `*${ann}:(OI)(CI)F`,
    '*S-1-5-18:(OI)(CI)F',
    '*S-1-5-32-544:(OI)(CI)F',
  ]);
  expect(commandFor('D:\\My data', ann)).toBe(
    `icacls "D:\\My data" /inheritance:r /grant:r "*${ann}:(OI)(CI)F" "*S-1-5-18:(OI)(CI)F" "*S-1-5-32-544:(OI)(CI)F"`,
  );
});

test.each([
  ['C:\\Users\\ann\\AppData\\Local\\Tandem', true],
  ['c:\\users\\ANN\\x', true],
  ['C:/Users/ann/x', true],
  ['C:\\Users\\ann', true],
  ['C:\\Users\\ann2\\x', false],
  ['D:\\Tandem', false],
])('%s is in the profile: %j', (folder, isInside) => {
  expect(isInProfile(folder, 'C:\\Users\\ann\\')).toBe(isInside);
  expect(isInProfile(folder, '')).toBe(false);
});
