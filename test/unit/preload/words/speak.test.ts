import { describe, expect, it } from 'vitest';
import { sayInEnglish } from '../../../../preload/words/en/english.ts';
import { causeOf, fixOf, isMessage, type ProblemMessage, withFix } from '../../../../preload/words/message.ts';
import { speakFeeds, speakResult } from '../../../../preload/words/speak.ts';
import { inWords } from '../../../../preload/words/wording.ts';
import { rootStatus, seamDouble, statusWith } from '../../../support/desktop/seam-double.ts';

const say = sayInEnglish(() => 0);
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
    expect(speakResult('status.get', { ok: true, value: status }, say)).toMatchObject({
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
    expect(speakResult('root.list', { ok: false, error }, say)).toEqual({
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
    expect(speakResult('service.call', { ok: true, value }, say)).toEqual({ ok: true, value });
  });
});

it('a code of another version is shown as it is', () => {
  const unknown: unknown = { code: 'from_the_future', args: {} };
  expect(isMessage(unknown) ? say(unknown) : '').toBe('from_the_future');
});
