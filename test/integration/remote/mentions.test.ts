import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedMessage } from '../../../preload/ipc/feeds.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';

/** Comments and tasks that name a person, on that person's computer. */
let world: SharingWorld;
let device: EngineDevice;
let plan: WebItem;
let told: FeedMessage<'notice'>[];
beforeEach(async () => {
  world = await openSharingWorld();
  const team = await world.annsWeb.createFolder('0', 'team');
  plan = await world.annsWeb.upload(team.id, 'plan.txt', 'plan');
  await world.share(team, 'editor');
  device = await world.device(world.bob);
  await device.once();
  listen();
});
afterEach(() => world.close());

function listen(): void {
  told = [];
  device.engine.feeds.subscribe('notice', (notice) => void told.push(notice));
}

type On = { readonly type: 'file' | 'comment'; readonly id: string };

const comment = async (by: SharingWorld['annsWeb'], text: string, item: On = { type: 'file', id: plan.id }) =>
  ((await by.call('POST', '/comments', { item, tagged_message: text })) as { id: string }).id;
const bob = (): string => `@[${world.bob.id}:Bob]`;

test('a comment, an answer and a task that name the person are told once each, also after a restart', async () => {
  device.engine.start();
  await comment(world.annsWeb, 'Nobody is named.');
  await comment(world.annsWeb, `@[${world.ann.id}:Ann] is named.`);
  const first = await comment(world.annsWeb, `${bob()} please read this.`);
  const answer = await comment(world.annsWeb, `${bob()}, ${'again '.repeat(60)}`, { type: 'comment', id: first });
  const item = { type: 'file', id: plan.id };
  const task = (await world.annsWeb.call('POST', '/tasks', {
    item,
    action: 'review',
    message: 'Is it right?',
  })) as WebItem;
  const assignTo = { id: world.bob.id };
  const given = (await world.annsWeb.call('POST', '/task_assignments', {
    task: { type: 'task', id: task.id },
    assign_to: assignTo,
  })) as WebItem;
  await eventually('all three are told', async () => told.length === 3);
  const place = `/files?file=${plan.id}&details=comments`;
  const title = (what: string) => ({ code: 'mention', args: { from: world.ann.name, item: 'plan.txt', what } });
  const byId = new Map(told.map((notice) => [notice.id, notice]));
  const by = { id: world.ann.id, name: world.ann.name };
  const common = { kind: 'mention', invitation: null, place, by };
  expect(byId.get(`mention comment ${first}`)).toMatchObject({
    ...common,
    title: title('comment'),
    body: '@Bob please read this.',
  });
  expect(byId.get(`mention comment ${answer}`)?.body).toMatch(/^@Bob(?=.{197}$), again .*…$/);
  expect(byId.get(`mention task ${given.id}`)).toMatchObject({ ...common, title: title('task'), body: 'Is it right?' });
  // The same events are read again: the position that was stored last is behind them.
  await device.restart();
  listen();
  device.store.root(device.store.roots()[0]?.id ?? (1 as never)).setNote('stream_position', '0');
  device.engine.start();
  const last = await comment(world.annsWeb, `${bob()} one more.`);
  await eventually('the new one is told', async () => told.some(({ id }) => id === `mention comment ${last}`));
  expect(told.map(({ id }) => id)).toEqual([`mention comment ${last}`]);
});

test('a comment of the person that names themselves is not told, and neither is one on a file that is gone', async () => {
  device.engine.start();
  await comment(world.bobsWeb, `${bob()} a note to myself.`);
  const gone = await world.annsWeb.upload('0', 'private.txt', 'x');
  await comment(world.annsWeb, `${bob()} can't see this.`, { type: 'file', id: gone.id });
  const seen = await comment(world.annsWeb, `${bob()} sees this.`);
  await eventually('one is told', async () => told.length > 0);
  expect(told.map(({ id }) => id)).toEqual([`mention comment ${seen}`]);
});
