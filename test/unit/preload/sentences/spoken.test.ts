import { describe, expect, it } from 'vitest';
import type { SpokenResult } from '../../../../preload/ipc/commands.ts';
import type { ServiceCall } from '../../../../preload/ipc/service-calls.ts';
import type { Said } from '../../../../preload/sentences/said.ts';
import { saidResult } from '../../../../preload/sentences/spoken.ts';
import { sayInEnglish } from '../../../../preload/words/en/english.ts';
import { localizedBridge } from '../../../../renderer/state/bridge/localized-bridge.ts';
import { seamDouble } from '../../../support/desktop/seam-double.ts';

/** Marks each sentence it was given: an unmarked one was not put into words. */
const said: Said = (sentence) => `<${sentence}>`;

const called = (operation: ServiceCall) => ({ operation, request: {} });

describe('a message over the bridge', () => {
  it('is put into words when it is refused, beside the fields as well', () => {
    const error = { code: 'x', message: 'No', remedy: 'Do', faults: [{ name: 'login', message: 'Taken' }] };
    expect(saidResult({ name: 'service.call', input: called('listHubs') }, { ok: false, error }, said)).toEqual({
      ok: false,
      error: { code: 'x', message: '<No>', remedy: '<Do>', faults: [{ name: 'login', message: '<Taken>' }] },
    });
  });

  it('is left alone where people wrote it', () => {
    const answer: SpokenResult<'service.call'> = { ok: true, value: { entries: [{ message: 'Hello' }] } };
    expect(saidResult({ name: 'service.call', input: called('listHubItems') }, answer, said)).toEqual(answer);
  });
});

it('the bridge of a window in another language says the same in it', async () => {
  const bridge = localizedBridge(
    {
      host: 'browser',
      call: async () => ({ ok: false, error: { code: 'offline', message: 'No', remedy: 'Wait' } }),
      subscribe: seamDouble().feeds.subscribe,
      connection: () => 'connected',
      onConnection: () => () => undefined,
      pathOf: () => '/a',
      sendDrop: async () => ({ ok: false, reason: 'refused', message: 'Too late' }),
    },
    { say: sayInEnglish(() => 0), said },
  );
  expect(await bridge.call('status.get', {})).toMatchObject({ error: { code: 'offline', message: '<No>' } });
  const file = new File([], 'a');
  expect(await bridge.sendDrop('1', file, new AbortController().signal, () => undefined)).toMatchObject({
    message: '<Too late>',
  });
  expect([bridge.connection(), bridge.pathOf(file)]).toEqual(['connected', '/a']);
});
