import { expect, test } from 'vitest';
import { ApiError } from '../../../../main/api/api-error.ts';
import { explainInWindow } from '../../../../main/compose/account/explain-in-window.ts';
import { sayInEnglish } from '../../../../preload/words/en/english.ts';
import { isMessage } from '../../../../preload/words/message.ts';

const say = sayInEnglish(() => 0);
const words = (text: unknown): string => (isMessage(text) ? say(text) : String(text));

test('an answer that the rest needs and that fails is explained by what was going on', () => {
  const logged: string[] = [];
  const log = { warn: () => undefined, error: (message: string) => void logged.push(message) };
  const failed = new ApiError({
    status: 500,
    code: 'internal_server_error',
    message: { code: 'service_answered', args: { operation: 'getUsersMe', status: 500 } },
  });
  const during = (what: 'sign_in' | 'private_service'): readonly string[] => {
    const { message, remedy } = explainInWindow(log, failed, what);
    return [words(message), words(remedy)];
  };
  expect(during('sign_in')).toEqual(['The service answered getUsersMe with status 500.', 'Sign in again.']);
  expect(during('private_service')).toEqual([
    'The private service did not start: The service answered getUsersMe with status 500.',
    'If it names a disk or folder, check that. Then start Tandem again.',
  ]);
  expect(logged).toEqual([]);
  expect(explainInWindow(log, new Error('a bug')).code).toBe('internal');
  expect(logged).toHaveLength(1);
});
