import { describe, expect, test } from 'vitest';
import { readSignalPlace } from '../../../../service/options/signal-place.ts';

describe('--signal', () => {
  test('without it, wake-ups travel through the database', () => {
    expect(readSignalPlace(undefined, {})).toEqual({ kind: 'database' });
  });

  test('names the servers of one NATS cluster; the credentials come from the environment', () => {
    const env = { NATS_USER: 'tandem', NATS_PASSWORD: 'secret' };
    expect(readSignalPlace('nats://a:4222, tls://b:4223/files', env)).toEqual({
      kind: 'nats',
      servers: ['nats://a:4222', 'tls://b:4223'],
      subject: 'files',
      user: 'tandem',
      password: 'secret',
      token: undefined,
    });
    expect(readSignalPlace('nats://a:4222', {})).toMatchObject({ subject: 'tandem' });
  });

  test.each([
    ['http://a:4222', /--signal must be nats:\/\/HOST:PORT or tls:\/\/HOST:PORT/],
    ['nats', /--signal must be/],
    ['nats://a:4222,', /--signal must be .* not ""/],
    ['nats://a:4222?x=1', /--signal must be/],
    ['nats://me:secret@a:4222', /takes no credentials: set NATS_USER/],
    ['nats://a:4222/two/words', /the subject after the host must be one word/],
    ['nats://a:4222/*', /the subject after the host must be one word/],
  ])('refuses %s and names the accepted form', (text, message) => {
    expect(() => readSignalPlace(text, {})).toThrow(message);
  });

  test('never repeats a password', () => {
    expect(() => readSignalPlace('nats://me:secret@a:4222', {})).toThrow(/^(?!.*secret)/);
  });
});
