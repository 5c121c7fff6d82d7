import { describe, expect, test } from 'vitest';
import { defaultDataDirectory, readStartConfig } from '../../../service/config.ts';
import { readDuration } from '../../../service/option-values.ts';

describe('tandem-service start', () => {
  test('listens on the loopback address by default, without a rate limit', () => {
    const config = readStartConfig({ data: '/data' });
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, publicUrl: null, requestsPerMinute: null });
    expect(config.storage).toEqual({
      dataDirectory: '/data',
      database: { kind: 'sqlite', file: '/data/service.db' },
      blobs: { kind: 'disk', directory: '/data/blobs' },
    });
  });

  test('[A16] limits the rate when others can reach it', () => {
    expect(readStartConfig({ host: '0.0.0.0' }).requestsPerMinute).toBe(6000);
    expect(readStartConfig({ host: '0.0.0.0', 'rate-limit': 'off' }).requestsPerMinute).toBeNull();
    expect(readStartConfig({ 'rate-limit': '10/min' }).requestsPerMinute).toBe(10);
  });

  test('drops the slash at the end of a public address', () => {
    expect(readStartConfig({ 'public-url': 'https://files.example.org/' }).publicUrl).toBe('https://files.example.org');
  });

  test.each([
    [{ port: '65536' }, /--port.*65535.*65536/],
    [{ port: 'http' }, /--port/],
    [{ 'public-url': 'files.example.org' }, /--public-url.*https/],
    [{ 'rate-limit': '10' }, /--rate-limit.*min/],
    [{ 'log-level': 'loud' }, /--log-level.*silent/],
    [{ database: 'mysql://x' }, /--database.*sqlite:/],
    [{ blobs: '/dir' }, /--blobs.*file:/],
    [{ 'vendor-headers': 'yes' }, /--vendor-headers.*on, off/],
  ])('refuses %j with a sentence that names the option and the remedy', (values, message) => {
    expect(() => readStartConfig(values)).toThrow(message);
  });
});

test('the data directory follows the customs of the platform', () => {
  expect(defaultDataDirectory({}, 'linux', '/home/u')).toBe('/home/u/.local/share/tandem/service');
  expect(defaultDataDirectory({ XDG_DATA_HOME: '/x' }, 'linux', '/home/u')).toBe('/x/tandem/service');
  expect(defaultDataDirectory({}, 'darwin', '/Users/u')).toBe('/Users/u/Library/Application Support/Tandem/service');
  expect(defaultDataDirectory({ TANDEM_HOME: '/t' }, 'darwin', '/Users/u')).toBe('/t/service');
});

test('durations have a unit', () => {
  expect(readDuration('--expires', '90s')).toBe(90_000);
  expect(readDuration('--expires', '12h')).toBe(43_200_000);
  for (const text of ['0h', '12', 'h', '-1h', '1w']) expect(() => readDuration('--expires', text)).toThrow(/--expires/);
});
