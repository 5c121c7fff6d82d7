import { expect, test } from 'vitest';
import { clientAddress } from '../../../../../service/http/requests/client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51344', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3:4:5:6]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3:4:5:6]:51344', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (ip, counted) => {
  expect(clientAddress({ ip, socket: { remoteAddress: '10.0.0.1' } })).toBe(counted);
});

test.each([
  'unknown',
  '',
  '_hidden',
  '192.0.2.7:x',
  '192.0.2.7:513445',
  '1',
  '0x7f.1',
  '999.0.0.1:80',
  '[x]:1',
  'a\nb',
  undefined,
])('limits count %j, which is no address, as the peer', (ip) => {
  expect(clientAddress({ ip, socket: { remoteAddress: '::ffff:10.0.0.1' } })).toBe('10.0.0.1');
  expect(clientAddress({ ip, socket: {} })).toBe('socket');
});
