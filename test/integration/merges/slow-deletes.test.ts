import { mkdir, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** Deletes and rewrites that are noticed in portions, each of them small enough for the guard (edge cases 75 to 77). */
let service: TestService;
let a: EngineDevice;
beforeEach(async () => {
  service = await startTestService();
  a = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token, change: withSmallGuard });
  for (let index = 0; index < FILES; index++) await a.write(nameOf(index), `content ${index}`);
  await a.once();
});
afterEach(async () => {
  await a.close();
  await service.stop();
});

const FILES = 40;
const nameOf = (index: number): string => `${String(index).padStart(2, '0')}.txt`;

type Change = NonNullable<Parameters<typeof openEngineDevice>[0]['change']>;
const withSmallGuard: Change = (parts) => ({
  ...parts,
  settings: { ...parts.settings, guard: { items: 5, share: 0.25 } },
});

async function removed(from: number, to: number) {
  for (let index = from; index < to; index++) await rm(a.at(nameOf(index)));
  const { deleted_remote: deleted, held } = await a.once();
  return [deleted, held];
}

test('[P31] [E75] files that are deleted a few at a time are held once they are too many together', async () => {
  expect(await removed(0, 4)).toEqual([4, 0]);
  expect(await removed(4, 8)).toEqual([4, 0]);
  expect(await removed(8, 12)).toEqual([0, 4]);
  const [batch] = a.engine.acts.held();
  expect(batch).toMatchObject({ what: 'deletes', direction: 'to-remote', items: 4 });
  // A decision of the user resets the count.
  await a.engine.acts.decideHeld({ id: batch?.id ?? 0, decision: 'apply' });
  expect(await a.once()).toMatchObject({ deleted_remote: 4, held: 0 });
  expect(await removed(12, 16)).toEqual([4, 0]);
});

test('[P31] [E77] files that are rewritten a few at a time are held once they are too many together, and the same ones never', async () => {
  const rewritten = async (from: number, to: number, content: string) => {
    for (let index = from; index < to; index++) await a.write(nameOf(index), `${content} of ${index}`);
    const { uploaded, held } = await a.once();
    return [uploaded, held];
  };
  for (const time of ['first', 'second', 'third', 'fourth']) expect(await rewritten(0, 5, time)).toEqual([5, 0]);
  expect(await rewritten(5, 10, 'rewritten')).toEqual([5, 0]);
  expect(await rewritten(9, 14, 'encrypted')).toEqual([0, 5]);
});

test('[P31] a folder that a program deletes and makes again all the time is not held', async () => {
  const made = async (time: number) => {
    await mkdir(a.at('build'), { recursive: true });
    for (let index = 0; index < 6; index++) await a.write(`build/${index}.o`, `${time} ${index}`);
    return a.once();
  };
  for (let time = 0; time < 4; time++) {
    expect(await made(time)).toMatchObject({ state: 'in_sync', held: 0 });
    await rm(a.at('build'), { recursive: true });
    expect(await a.once()).toMatchObject({ state: 'in_sync', held: 0 });
  }
});

test('[P31] once deletes were undone, they do not count', async () => {
  await removed(0, 4);
  await removed(4, 8);
  const [last] = a.store.journal.query({ limit: 1 });
  await a.engine.acts.undo({ batch: last?.batch ?? 0 });
  expect(await a.once()).toMatchObject({ state: 'in_sync', downloaded: 4 });
  expect(await removed(8, 12)).toEqual([4, 0]);
});
