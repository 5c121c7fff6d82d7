import { expect, test } from 'vitest';
import { closeInOrder } from '../../../../main/compose/close-in-order.ts';

test('each part is closed in its turn, also after a failure, and the first failure is thrown', async () => {
  const closed: string[] = [];
  const failing = (name: string) => async (): Promise<never> => {
    closed.push(name);
    throw new Error(name);
  };
  const parts = [failing('root'), () => closed.push('store'), failing('connection'), () => closed.push('lock')];
  await expect(closeInOrder(parts)).rejects.toThrow('root');
  expect(closed).toEqual(['root', 'store', 'connection', 'lock']);
});
