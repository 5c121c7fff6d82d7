import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { iconDrops } from '../../../../main/shell/icon-drops.ts';
import { shellTexts } from '../../../../main/shell/shell-texts.ts';
import { rootStatus, seamDouble } from '../../../support/seam-double.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('what is dropped while another drop is handed over goes up too, and nothing goes up twice', async () => {
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
    refuse: ({ message }) => expect.unreachable(message),
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
