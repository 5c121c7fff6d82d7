import { expect, test } from 'vitest';
import { createBufferPool } from '../../../../../../../main/engine/execute/transfer/pace/buffer-pool.ts';

const never = new AbortController().signal;
const KIB = 1024;
const MIB = 1024 * KIB;

test('a buffer that came back is lent again, for anything of its size', async () => {
  const pool = createBufferPool(32 * MIB);
  const first = await pool.take(5 * KIB, never);
  first.giveBack();
  const second = await pool.take(8 * KIB, never);
  expect(second.bytes.length).toBe(8 * KIB);
  expect(second.bytes.buffer).toBe(first.bytes.buffer);
});

test('two that are out at a time do not share memory', async () => {
  const pool = createBufferPool(32 * MIB);
  const [one, other] = await Promise.all([pool.take(KIB, never), pool.take(KIB, never)]);
  expect(one.bytes.buffer).not.toBe(other.bytes.buffer);
});

test('giving back twice gives back once', async () => {
  const pool = createBufferPool(32 * MIB);
  const first = await pool.take(8 * MIB, never);
  first.giveBack();
  first.giveBack();
  const [one, other] = await Promise.all([pool.take(8 * MIB, never), pool.take(8 * MIB, never)]);
  expect(one.bytes.buffer).not.toBe(other.bytes.buffer);
});

test('a full pool makes the next request wait for a returned buffer', async () => {
  const pool = createBufferPool(32 * MIB);
  const loans = await Promise.all(Array.from({ length: 4 }, () => pool.take(8 * MIB, never)));
  const next = pool.take(8 * MIB, never);
  loans[2]?.giveBack();
  expect((await next).bytes.buffer).toBe(loans[2]?.bytes.buffer);
});

test('more than the whole pool is lent alone and not kept', async () => {
  const pool = createBufferPool(MIB);
  const huge = await pool.take(3 * MIB, never);
  expect(huge.bytes.length).toBe(3 * MIB);
  huge.giveBack();
  const again = await pool.take(3 * MIB, never);
  expect(again.bytes.buffer).not.toBe(huge.bytes.buffer);
});

test('at rest nothing is kept', async () => {
  const pool = createBufferPool(32 * MIB);
  const first = await pool.take(8 * MIB, never);
  first.giveBack();
  pool.rest();
  expect((await pool.take(8 * MIB, never)).bytes.buffer).not.toBe(first.bytes.buffer);
});
