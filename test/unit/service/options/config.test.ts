import { describe, expect, test } from 'vitest';
import { findPlaces } from '../../../../main/account/places.ts';
import { defaultDataDirectory, readStartConfig } from '../../../../service/options/config.ts';
import { readDuration } from '../../../../service/options/option-values.ts';
import { isOnDisk, shownPlace } from '../../../../service/options/storage-config.ts';

describe('tandem-service start', () => {
  test('listens on the loopback address by default, without a rate limit', () => {
    const config = readStartConfig({ data: '/data' });
    const listen = { kind: 'port', host: '127.0.0.1', port: 8080 };
    expect(config).toMatchObject({ listen, publicUrl: null, requestsPerMinute: null });
    expect(config.storage).toEqual({
      dataDirectory: '/data',
      database: { kind: 'sqlite', file: '/data/service.db' },
      blobs: { kind: 'disk', directory: '/data/blobs' },
      signal: { kind: 'database' },
    });
  });

  test('limits the rate when others can reach it', () => {
    expect(readStartConfig({ host: '0.0.0.0' }).requestsPerMinute).toBe(6000);
    expect(readStartConfig({ host: '0.0.0.0', 'rate-limit': 'off' }).requestsPerMinute).toBeNull();
    expect(readStartConfig({ 'rate-limit': '10/min' }).requestsPerMinute).toBe(10);
    const behindProxy = { 'public-url': 'https://files.example.org', 'trusted-proxies': '127.0.0.1' };
    expect(readStartConfig(behindProxy).requestsPerMinute).toBe(6000);
  });

  test('a socket is for programs of this user: without a rate limit, and with open metrics', () => {
    const config = readStartConfig({ socket: '/run/user/1000/tandem/service.sock' });
    expect(config).toMatchObject({
      listen: { kind: 'socket', path: '/run/user/1000/tandem/service.sock', isForProxy: false },
      trustedProxies: [],
      requestsPerMinute: null,
      metrics: { kind: 'open' },
    });
  });

  test('a socket with a public URL is for a proxy, which names the clients: with a rate limit, and without open metrics', () => {
    const config = readStartConfig({
      socket: '/run/tandem-service/http.sock',
      'public-url': 'https://files.example.org',
    });
    expect(config).toMatchObject({
      listen: { kind: 'socket', path: '/run/tandem-service/http.sock', isForProxy: true },
      trustedProxies: 'socket',
      requestsPerMinute: 6000,
      metrics: { kind: 'closed' },
    });
  });

  test('an http public URL that others can connect to directly needs no proxy', () => {
    const direct = readStartConfig({ host: '0.0.0.0', 'public-url': 'http://files.example.org:8080' });
    expect(direct.trustedProxies).toEqual([]);
  });

  test('trusts only the configured proxies', () => {
    expect(readStartConfig({}).trustedProxies).toEqual([]);
    expect(readStartConfig({ 'trusted-proxies': 'none' }).trustedProxies).toEqual([]);
    const text = '10.0.0.0/8, 192.0.2.1,2001:db8::/32';
    expect(readStartConfig({ 'trusted-proxies': text }).trustedProxies).toEqual(text.split(/, ?/));
  });

  test('[A7, A12] keeps trash for 30 days and takes 50 MiB in one request, unless told otherwise', () => {
    const day = 86_400_000;
    expect(readStartConfig({})).toMatchObject({ trashLifeMs: 30 * day, singleUploadBytes: 50 * 1024 ** 2 });
    const chosen = readStartConfig({ 'trash-days': '7', 'single-upload-bytes': '200000000' });
    expect(chosen).toMatchObject({ trashLifeMs: 7 * day, singleUploadBytes: 200_000_000 });
  });

  test("keeps the administrators' log for a year, unless told otherwise", () => {
    expect(readStartConfig({}).adminLogDays).toBe(365);
    expect(readStartConfig({ 'admin-log-days': '31' }).adminLogDays).toBe(31);
  });

  test('drops the slash at the end of a public address', () => {
    const given = { 'public-url': 'https://files.example.org/', 'trusted-proxies': 'none' };
    expect(readStartConfig(given).publicUrl).toBe('https://files.example.org');
  });

  test.each([
    [{ port: '65536' }, /--port.*65535.*65536/],
    [{ port: 'http' }, /--port/],
    [{ 'public-url': 'files.example.org' }, /--public-url.*https/],
    [{ 'public-url': 'https://files.example.org/tandem' }, /--public-url.*Leave out paths.*host name of its own/],
    [{ 'public-url': 'https://files.example.org/?a' }, /--public-url.*Leave out/],
    [{ 'public-url': 'https://ann@files.example.org' }, /--public-url.*passwords/],
    [{ 'public-url': 'https://:secret@files.example.org' }, /^(?!.*secret)--public-url.*Leave out paths and passwords/],
    [{ 'public-url': 'https://files.example.org' }, /--public-url.*--trusted-proxies 127\.0\.0\.1.*none/],
    [{ 'public-url': 'http://127.0.0.1:9000' }, /--trusted-proxies/],
    [{ 'public-url': 'https://files.example.org', host: '0.0.0.0' }, /--trusted-proxies/],
    [{ socket: `/${'x'.repeat(103)}` }, /--socket.*103 bytes/],
    [{ socket: '' }, /--socket.*103 bytes/],
    [{ socket: '/run/s', port: '1' }, /--socket.*--port/],
    [{ socket: '/run/s', 'trusted-proxies': '::1' }, /--socket.*--trusted-proxies/],
    [{ 'rate-limit': '10' }, /--rate-limit.*min/],
    [{ 'trusted-proxies': 'proxy.example.org' }, /--trusted-proxies.*CIDR.*proxy\.example\.org/],
    [{ 'trusted-proxies': '10.0.0.0/33' }, /--trusted-proxies/],
    [{ 'trusted-proxies': '0.0.0.0/0' }, /--trusted-proxies/],
    [{ 'trusted-proxies': '' }, /--trusted-proxies/],
    [{ 'log-level': 'loud' }, /--log-level.*silent/],
    [{ database: 'mysql://x' }, /--database.*sqlite:.*postgres:/],
    [{ database: 'postgres://host' }, /--database.*postgres:.*NAME/],
    [{ database: 'postgres://host/name?pool=0' }, /--database pool=.*1000/],
    [{ blobs: '/dir' }, /--blobs.*file:.*s3:/],
    [{ blobs: 's3://bucket?endpoint=ftp://x' }, /endpoint=.*http/],
    [{ blobs: 's3://bucket?acl=public' }, /not "acl="/],
    [{ blobs: 's3://bucket?public-endpoint=s3.example.org' }, /public-endpoint= must be an http or https address/],
    [
      {
        'public-url': 'https://files.example.org',
        'trusted-proxies': 'none',
        blobs: 's3://bucket?public-endpoint=http://s3.example.org',
      },
      /public-endpoint= must be an https address.*public-url/,
    ],
    [{ blobs: 's3://key:secret@bucket' }, /AWS_ACCESS_KEY_ID/],
    [{ 'metrics-token-file': '/no/such/file' }, /annot read --metrics-token-file/],
    [{ 'metrics-token-file': '/dev/null' }, /--metrics-token-file.*16 characters/],
    [{ 'trash-days': '0' }, /--trash-days.*1 to 36500.*"0"/],
    [{ 'trash-days': '30d' }, /--trash-days.*whole number/],
    [{ 'admin-log-days': '30' }, /--admin-log-days.*31 to 36500.*"30"/],
    [{ 'single-upload-bytes': '1000000' }, /--single-upload-bytes.*20000000 to 100000000000/],
    [{ 'single-upload-bytes': '50 MB' }, /--single-upload-bytes.*whole number/],
    [{ 'vendor-headers': 'yes' }, /--vendor-headers.*on, off/],
  ])('refuses %j with a sentence that names the option and the remedy', (values, message) => {
    expect(() => readStartConfig(values)).toThrow(message);
  });
});

describe('places of storage', () => {
  test('a database server and a bucket are addresses; nothing of them is on this disk', () => {
    const { storage } = readStartConfig({
      data: '/data',
      database: 'postgres://app@db.example.org/tandem?pool=20&sslmode=verify-full',
      blobs: 's3://contents/tandem/?endpoint=https://s3.local/&region=eu-1&public-endpoint=https://s3.example.org',
    });
    expect(storage.database).toEqual({
      kind: 'postgres',
      url: 'postgres://app@db.example.org/tandem?sslmode=verify-full',
      readers: 20,
    });
    expect(storage.blobs).toEqual({
      kind: 's3',
      bucket: 'contents',
      prefix: 'tandem/',
      endpoint: 'https://s3.local',
      publicEndpoint: 'https://s3.example.org',
      region: 'eu-1',
    });
    expect(isOnDisk(storage)).toBe(false);
  });

  test('the text for a place, valid or not, contains no password', () => {
    const { storage } = readStartConfig({ database: 'postgres://app:hidden@db.example.org/tandem' });
    expect(shownPlace(storage.database)).toBe('postgres://db.example.org/tandem');
    expect(() => readStartConfig({ database: 'mysql://app:hidden@db/x' })).toThrow(/^(?!.*hidden)/);
  });

  test('figures are open on this machine, closed to the world, and a proxy makes it the world', () => {
    expect(readStartConfig({}).metrics).toEqual({ kind: 'open' });
    expect(readStartConfig({ host: '0.0.0.0' }).metrics).toEqual({ kind: 'closed' });
    const behindProxy = { 'public-url': 'https://files.example.org', 'trusted-proxies': '127.0.0.1' };
    expect(readStartConfig(behindProxy).metrics).toEqual({ kind: 'closed' });
  });
});

const home = '/home/u';
const nowhere = () => false;

test.each([
  ['linux', {}, '/home/u/.local/share/tandem/service'],
  ['linux', { XDG_DATA_HOME: '/x' }, '/x/tandem/service'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/u/.local/share/tandem/service'],
  ['darwin', {}, '/home/u/Library/Application Support/Tandem/service'],
  ['darwin', { TANDEM_HOME: '/t' }, '/t/service'],
  ['win32', {}, '/home/u/AppData/Local/Tandem/service'],
  ['win32', { APPDATA: '/r', LOCALAPPDATA: '/l' }, '/l/Tandem/service'],
  ['win32', { LOCALAPPDATA: '' }, '/home/u/AppData/Local/Tandem/service'],
] as const)('on %s with %o the data is where the client keeps its private service', (platform, env, place) => {
  expect(defaultDataDirectory({ env, platform, home }, nowhere)).toBe(place);
  expect(findPlaces({ env, platform, home, exists: nowhere }).service).toBe(place);
});

test('on Windows, client and service stay in the roaming profile where an earlier version put the client', () => {
  const exists = (folder: string) => folder === '/r/Tandem';
  const env = { APPDATA: '/r', LOCALAPPDATA: '/l' };
  expect(defaultDataDirectory({ env, platform: 'win32', home }, exists)).toBe('/r/Tandem/service');
  expect(findPlaces({ env, platform: 'win32', home, exists }).service).toBe('/r/Tandem/service');
});

test('on Windows, of two services one must be named', () => {
  const env = { APPDATA: '/r', LOCALAPPDATA: '/l' };
  const name = () => defaultDataDirectory({ env, platform: 'win32', home }, () => true);
  expect(name).toThrow(/\/l\/Tandem\/service and in \/r\/Tandem\/service.*--data/);
});

test('on Windows, a service in the local profile stays there', () => {
  const before = '/l/Tandem/service';
  const env = { APPDATA: '/r', LOCALAPPDATA: '/l' };
  const isThere = (folder: string) => folder === before;
  expect(defaultDataDirectory({ env, platform: 'win32', home }, isThere)).toBe(before);
  expect(defaultDataDirectory({ env: { ...env, TANDEM_HOME: '/t' }, platform: 'win32', home }, isThere)).toBe(
    '/t/service',
  );
});

test('durations have a unit', () => {
  expect(readDuration('--expires', '90s')).toBe(90_000);
  expect(readDuration('--expires', '12h')).toBe(43_200_000);
  for (const text of ['0h', '12', 'h', '-1h', '1w']) expect(() => readDuration('--expires', text)).toThrow(/--expires/);
});
