import { expect, it } from 'vitest';
import { german } from '../../../../../preload/words/de/german.ts';
import { sayInGerman } from '../../../../../preload/words/de/say-in-german.ts';
import { localizedBridge } from '../../../../../renderer/state/bridge/localized-bridge.ts';
import { seamDouble } from '../../../../support/desktop/seam-double.ts';

it('what a window shows comes over its bridge in its language', async () => {
  const bridge = localizedBridge(
    {
      host: 'browser',
      call: async () => ({
        ok: false,
        error: {
          code: 'conflict',
          message: { code: 'said_by_service', args: { sentences: [{ id: 'Choose another name.', values: [] }] } },
          remedy: '',
          faults: [{ name: 'name', message: { code: 'item_gone', args: {} } }],
        },
      }),
      subscribe: seamDouble().feeds.subscribe,
      connection: () => 'connected',
      onConnection: () => () => undefined,
      pathOf: () => '/a',
      sendDrop: async () => ({ ok: false, reason: 'refused', message: { code: 'drop_over', args: {} } }),
    },
    sayInGerman(() => 0),
  );
  const says = { message: 'Wählen Sie einen anderen Namen.', faults: [{ message: german.refusals.item_gone.says }] };
  expect(await bridge.call('status.get', {})).toMatchObject({ ok: false, error: says });
  const file = new File([], 'a');
  expect(await bridge.sendDrop('1', file, new AbortController().signal, () => undefined)).toMatchObject({
    message: german.refusals.drop_over.says,
  });
  expect([bridge.connection(), bridge.pathOf(file)]).toEqual(['connected', '/a']);
});
