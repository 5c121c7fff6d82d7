import { expect, test } from 'vitest';
import { createByteBudget } from '../../../../../../../main/engine/execute/transfer/pace/byte-budget.ts';

const never = new AbortController().signal;
const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  const marker = {};
  return (await Promise.race([promise, Promise.resolve(marker)])) === marker;
};

test('requests that do not fit wait, in the order of arrival', async () => {
  const budget = createByteBudget(10);
  const first = await budget.take(6, never);
  const second = budget.take(6, never);
  const third = budget.take(1, never);
  expect(await isPending(second)).toBe(true);
  // It would fit, but who waits longer goes first: a large one is not starved by small ones.
  expect(await isPending(third)).toBe(true);
  first();
  (await second)();
  (await third)();
});

test('more than the whole budget gets in alone', async () => {
  const budget = createByteBudget(10);
  const small = await budget.take(1, never);
  const huge = budget.take(100, never);
  expect(await isPending(huge)).toBe(true);
  small();
  const release = await huge;
  const next = budget.take(1, never);
  expect(await isPending(next)).toBe(true);
  release();
  await next;
});

test('a cancelled request lets those behind it in at once', async () => {
  const budget = createByteBudget(10);
  await budget.take(6, never);
  const controller = new AbortController();
  const large = budget.take(8, controller.signal);
  const small = budget.take(4, never);
  expect(await isPending(small)).toBe(true);
  controller.abort();
  await expect(large).rejects.toThrow('aborted');
  expect(await isPending(small)).toBe(false);
});

test('a cancelled request holds up no other, and a release counts once', async () => {
  const budget = createByteBudget(10);
  const first = await budget.take(10, never);
  const controller = new AbortController();
  const impatient = budget.take(10, controller.signal);
  const patient = budget.take(5, never);
  controller.abort();
  await expect(impatient).rejects.toThrow('aborted');
  first();
  first();
  await patient;
  expect(await isPending(budget.take(6, never))).toBe(true);
});
