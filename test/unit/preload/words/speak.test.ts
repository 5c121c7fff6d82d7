import { describe, expect, it } from 'vitest';
import { say as sentencesOf } from '../../../../contract/rules/say.ts';
import type { ServiceCall } from '../../../../preload/ipc/service-calls.ts';
import { sayInGerman } from '../../../../preload/words/de/say-in-german.ts';
import { sayInEnglish, sayInTerminal } from '../../../../preload/words/en/english.ts';
import {
  causeOf,
  type FixableMessage,
  fixOf,
  isMessage,
  type ProblemMessage,
  withFix,
} from '../../../../preload/words/message.ts';
import { speakFeeds, speakResult } from '../../../../preload/words/speak.ts';
import { inWords } from '../../../../preload/words/wording.ts';
import { rootStatus, seamDouble, statusWith } from '../../../support/desktop/seam-double.ts';

const say = sayInEnglish(() => 0);

/** In German, which differs from the text that is there already. */
function answerOf(operation: ServiceCall, value: unknown): unknown {
  const input = { operation, request: {} };
  const spoken = speakResult(
    { name: 'service.call', input },
    { ok: true, value },
    sayInGerman(() => 0),
  );
  return spoken.ok ? spoken.value : spoken.error;
}

const offline: ProblemMessage = { code: 'offline', args: {} };
const status = {
  ...statusWith({}),
  sentence: offline,
  detail: fixOf(offline),
  account: { ...statusWith({}).account, sentence: withFix(offline) },
  roots: [{ ...rootStatus, sentence: offline, lastChange: { atMs: 1, sentence: offline } }],
};

describe('a message over the seam is put into words', () => {
  it('wherever a message stands, and everything else stays as it is', () => {
    expect(speakResult({ name: 'status.get', input: {} }, { ok: true, value: status }, say)).toMatchObject({
      ok: true,
      value: {
        state: 'in_sync',
        sentence: 'The service is unreachable.',
        detail: 'Check your connection. Syncing resumes automatically.',
        account: { sentence: 'The service is unreachable. Check your connection. Syncing resumes automatically.' },
        roots: [
          {
            ...rootStatus,
            lastChange: { atMs: 1, sentence: 'The service is unreachable.' },
            sentence: 'The service is unreachable.',
          },
        ],
      },
    });
  });

  it('in the feeds', () => {
    const seam = seamDouble();
    const heard: string[] = [];
    const end = speakFeeds(seam.feeds, say).subscribe('status', ({ sentence }) => heard.push(sentence));
    seam.say('status', status);
    expect(heard).toEqual(['The service is unreachable.']);
    end();
    expect(seam.listeners('status')).toBe(0);
  });

  it('in a refusal, whose code stays', () => {
    const error = { code: 'offline', message: offline, remedy: fixOf(offline) };
    expect(speakResult({ name: 'root.list', input: {} }, { ok: false, error }, say)).toEqual({
      ok: false,
      error: {
        code: 'offline',
        message: 'The service is unreachable.',
        remedy: 'Check your connection. Syncing resumes automatically.',
      },
    });
  });

  it('and not where a code and its arguments stand as data beside the sentence', () => {
    const attention = { code: 'disk_error', ...causeOf(offline), sentence: offline, remedy: fixOf(offline) };
    expect(inWords([attention], say)).toEqual([
      {
        code: 'disk_error',
        cause: 'offline',
        args: {},
        sentence: 'The service is unreachable.',
        remedy: 'Check your connection. Syncing resumes automatically.',
      },
    ]);
    expect(isMessage({ code: 'offline', args: {}, sentence: 'x' })).toBe(false);
    expect(isMessage({ code: 'offline', args: {}, part: 'fix' })).toBe(true);
  });

  it('but not in the answer of a service, which may hold anything', () => {
    const value = { entries: [offline] };
    expect(answerOf('listHubItems', value)).toEqual(value);
  });

  it('and in the places of such an answer that have sentences of the service', () => {
    const sentences = sentencesOf`The ${'file'} "${'a. B'}" is already in the hub.`;
    expect(
      answerOf('manageHubItems', {
        operations: [{ status: 200 }, { status: 409, error: 'x', error_sentences: sentences }],
      }),
    ).toEqual({
      operations: [
        { status: 200 },
        { status: 409, error: 'Die Datei „a. B“ ist bereits im Hub.', error_sentences: sentences },
      ],
    });
    const reason = sentencesOf`The receiver responded with ${503}.`;
    const older = { last_error: 'From an older service.' };
    expect(
      answerOf('listWebhookDeliveries', {
        entries: [{ last_error: null }, { last_error: 'x', last_error_sentences: reason }, older],
      }),
    ).toEqual({
      entries: [
        { last_error: null },
        { last_error: 'Der Empfänger hat mit 503 geantwortet.', last_error_sentences: reason },
        older,
      ],
    });
  });
});

it('a code of another version is shown as it is', () => {
  const unknown: unknown = { code: 'from_the_future', args: {} };
  expect(isMessage(unknown) ? say(unknown) : '').toBe('from_the_future');
});

it('a terminal names the flag that helps, a window does not', () => {
  const fixes = [
    { code: 'sign_in_not_renewable', args: {} },
    { code: 'state_not_stored', args: { because: 'full' } },
    { code: 'state_not_stored', args: { because: 'denied' } },
    { code: 'other_person', args: { address: 'files.example.com' } },
    { code: 'no_service_known', args: {} },
  ] as const satisfies FixableMessage[];
  const flagsIn = (speak: typeof say): readonly string[] =>
    fixes.map((problem) => /--[a-z-]+/.exec(speak(fixOf(problem)))?.[0] ?? '');
  expect(flagsIn(sayInTerminal(() => 0))).toEqual(['--client-id', '--state', '--state', '--state', '--base-url']);
  expect(flagsIn(say)).toEqual(['', '', '', '', '']);
});
