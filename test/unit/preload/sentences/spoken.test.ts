import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CommandName, type CommandResult, commands } from '../../../../preload/ipc/commands.ts';
import type { ServiceCall } from '../../../../preload/ipc/service-calls.ts';
import type { Said } from '../../../../preload/sentences/said.ts';
import { saidFeeds, saidResult } from '../../../../preload/sentences/spoken.ts';
import { localizedBridge } from '../../../../renderer/state/bridge/localized-bridge.ts';
import { rootStatus, seamDouble, statusWith } from '../../../support/seam-double.ts';

/** Marks what it was given: what is not marked was not put into words. */
const said: Said = (sentence) => `<${sentence}>`;

const called = (operation: ServiceCall) => ({ operation, request: {} });

const status = statusWith({
  sentence: 'Hero',
  detail: 'Line',
  account: { state: 'offline', baseUrl: 'url', user: null, sentence: 'Account', retryAtMs: null },
  roots: [
    {
      ...rootStatus,
      sentence: 'Root',
      lastChange: { atMs: 1, sentence: 'Change: a' },
      lost: { code: 'root_missing', remedy: 'Bring it', choices: ['restore'] },
    },
  ],
  attention: [{ rootId: 1, path: 'a', code: 'x', sentence: 'Why', remedy: 'What', reach: 'blocked', retryAtMs: null }],
});

describe('what comes over the bridge', () => {
  it('is put into words in the status, and names stay as they are', () => {
    const result = saidResult({ name: 'status.get', input: {} }, { ok: true, value: status }, said);
    expect(result).toMatchObject({
      ok: true,
      value: {
        sentence: '<Hero>',
        detail: '<Line>',
        account: { sentence: '<Account>', baseUrl: 'url' },
        roots: [
          {
            name: 'Tandem',
            localPath: '/home/ann/Tandem',
            sentence: '<Root>',
            lastChange: { atMs: 1, sentence: '<Change: a>' },
            lost: { code: 'root_missing', remedy: '<Bring it>' },
          },
        ],
        attention: [{ path: 'a', code: 'x', sentence: '<Why>', remedy: '<What>' }],
      },
    });
  });

  it('is put into words in every feed', () => {
    const seam = seamDouble();
    const told: unknown[] = [];
    const feeds = saidFeeds(seam.feeds, said);
    const ends = [
      feeds.subscribe('status', ({ sentence }) => told.push(sentence)),
      feeds.subscribe('notice', ({ title, body }) => told.push(title, body)),
    ];
    seam.say('status', status);
    seam.say('notice', { id: '1', kind: 'attention', title: 'Title', body: 'Body', invitation: null });
    expect(told).toEqual(['<Hero>', '<Title>', '<Body>']);
    for (const end of ends) end();
    expect(seam.listeners('status')).toBe(0);
  });

  it('is put into words when it is refused, beside the fields as well', () => {
    const error = { code: 'x', message: 'No', remedy: 'Do', faults: [{ name: 'login', message: 'Taken' }] };
    expect(saidResult({ name: 'service.call', input: called('listHubs') }, { ok: false, error }, said)).toEqual({
      ok: false,
      error: { code: 'x', message: '<No>', remedy: '<Do>', faults: [{ name: 'login', message: '<Taken>' }] },
    });
  });

  it('is left alone where people wrote it', () => {
    const answer: CommandResult<'service.call'> = { ok: true, value: { entries: [{ message: 'Hello' }] } };
    expect(saidResult({ name: 'service.call', input: called('listHubItems') }, answer, said)).toEqual(answer);
  });

  it('is put into words where the service says it in an answer that is no refusal', () => {
    const items = { operations: [{ status: 200 }, { status: 409, error: 'There already.' }] };
    const deliveries = { entries: [{ last_error: null }, { last_error: 'Refused.' }] };
    const answerOf = (operation: 'manageHubItems' | 'listWebhookDeliveries', value: unknown) =>
      saidResult({ name: 'service.call', input: called(operation) }, { ok: true, value }, said);
    expect(answerOf('manageHubItems', items)).toEqual({
      ok: true,
      value: { operations: [{ status: 200 }, { status: 409, error: '<There already.>' }] },
    });
    expect(answerOf('listWebhookDeliveries', deliveries)).toEqual({
      ok: true,
      value: { entries: [{ last_error: null }, { last_error: '<Refused.>' }] },
    });
  });

  it('is known for every command that answers with a sentence', () => {
    const speaking = (Object.keys(commands) as CommandName[]).filter((name) =>
      /"(sentence|remedy|message|detail)":\{/.test(
        JSON.stringify(z.toJSONSchema(commands[name].output, { unrepresentable: 'any' })),
      ),
    );
    // A command more: say in spoken.ts where its sentences are. What `update.get` says comes from the shell, in the language chosen.
    expect(speaking.sort()).toEqual([
      'account.get',
      'activity.list',
      'activity.undo',
      'conflict.get',
      'conflict.list',
      'folder.look',
      'held.list',
      'held.release',
      'path.why',
      'root.add',
      'root.list',
      'root.recover',
      'status.get',
      'sync.plan',
      'update.get',
    ]);
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
    said,
  );
  expect(await bridge.call('status.get', {})).toMatchObject({ error: { code: 'offline', message: '<No>' } });
  const file = new File([], 'a');
  expect(await bridge.sendDrop('1', file, new AbortController().signal)).toMatchObject({ message: '<Too late>' });
  expect([bridge.connection(), bridge.pathOf(file)]).toEqual(['connected', '/a']);
});
