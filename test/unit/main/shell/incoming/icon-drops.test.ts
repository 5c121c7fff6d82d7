import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { iconDrops } from '../../../../../main/shell/incoming/icon-drops.ts';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import type { CommandResult } from '../../../../../preload/ipc/commands.ts';
import { rootStatus, seamDouble } from '../../../../support/desktop/seam-double.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('files dropped while another drop is handed over are uploaded too, and none twice', async () => {
  const handedOver = Promise.withResolvers<void>();
  const seam = seamDouble({ 'root.list': { ok: true, value: [{ ...rootStatus, remoteId: '17' }] } });
  const sent: (readonly string[])[] = [];
  const take = iconDrops({
    handlers: {
      'root.list': async (request) => {
        if (sent.length === 0) await handedOver.promise;
        return seam.handlers['root.list'](request);
      },
      'drop.paths': async ({ paths }) => {
        sent.push(paths);
        return { ok: true, value: { batchId: 'b' } };
      },
    },
    refuse: ({ message }) => expect.unreachable(JSON.stringify(message)),
    warn: (message) => expect.unreachable(message),
    texts: shellTexts([]),
  });
  take(['/a', '/b']);
  await vi.advanceTimersByTimeAsync(250);
  take(['/c']);
  handedOver.resolve();
  await vi.advanceTimersByTimeAsync(250);
  expect(sent).toEqual([['/a', '/b'], ['/c']]);
  take(['/d']);
  await vi.advanceTimersByTimeAsync(250);
  expect(sent.at(-1)).toEqual(['/d']);
});

/** Drops with these answers of the engine, and their effects, in order. */
function drops(answers: {
  readonly roots?: CommandResult<'root.list'>;
  readonly sent?: CommandResult<'drop.paths'> | Error;
}) {
  const happened: string[] = [];
  const take = iconDrops({
    handlers: {
      'root.list': async () => answers.roots ?? { ok: true, value: [{ ...rootStatus, remoteId: '17' }] },
      'drop.paths': async ({ folderId, paths }) => {
        happened.push(`${folderId}: ${paths.join(' ')}`);
        if (answers.sent instanceof Error) throw answers.sent;
        return answers.sent ?? { ok: true, value: { batchId: 'b' } };
      },
    },
    refuse: ({ message }) => happened.push(`refused: ${shellTexts([]).say(message)}`),
    warn: (message) => happened.push(message),
    texts: shellTexts([]),
  });
  return { take, happened };
}
const refusal = { ok: false, error: { code: 'offline', message: 'No service.', remedy: 'Wait.' } } as const;

test('drops within a moment count as one, and an empty drop is none', async () => {
  const { take, happened } = drops({});
  take([]);
  take(['/a']);
  await vi.advanceTimersByTimeAsync(100);
  take(['/b']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(happened).toEqual(['17: /a /b']);
});

test.each([
  ['a service that does not tell its folders', { roots: refusal }, ['refused: No service.']],
  ['a service that refuses the files', { sent: refusal }, ['17: /a', 'refused: No service.']],
  ['an engine that fails', { sent: new Error('bug') }, ['17: /a', 'dropped files were not uploaded']],
])('%s is said, and the next drop is tried', async (_what, answers, expected) => {
  const { take, happened } = drops(answers);
  take(['/a']);
  await vi.advanceTimersByTimeAsync(250);
  expect(happened).toEqual(expected);
  take(['/a']);
  await vi.advanceTimersByTimeAsync(250);
  expect(happened).toEqual([...expected, ...expected]);
});
