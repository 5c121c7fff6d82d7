import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Remote, RemoteError } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { createForwardClock, type ForwardClock } from '../../support/engine/forward-clock.ts';
import { webUser } from '../../support/people/web-user.ts';
import { eventually } from '../../support/programs/processes.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A client whose deletes get no answer and have no effect, by a clock that the test sets forward. */
let service: TestService;
let device: EngineDevice;
let deletes: number;
/** How often the service's changes were read. */
let reads: number;
let time: ForwardClock;

const unanswered: Remote['trash'] = async ({ isStillDue }) => {
  if (isStillDue?.() !== false) deletes += 1;
  throw new RemoteError('unavailable', { code: 'no_answer', args: { place: 'the service', errno: 'ECONNRESET' } });
};

function changed(parts: EngineParts): EngineParts {
  time = createForwardClock(parts.clock);
  const changes: Remote['changes'] = async (...asked) => {
    const page = await parts.remote.changes(...asked);
    reads += 1;
    return page;
  };
  return { ...parts, clock: time.clock, remote: { ...parts.remote, trash: unanswered, changes } };
}

beforeEach(async () => {
  [deletes, reads] = [0, 0];
  service = await startTestService();
  device = await openEngineDevice({ name: 'a', addresses: service, token: service.person.token, change: changed });
});
afterEach(async () => {
  await device.close();
  await service.stop();
  expect(device.errors).toEqual([]);
});

const atRest = () => eventually('in sync', async () => device.engine.status().state === 'in_sync');

test('[P85] long after a delete without an answer, a delete by someone else is theirs, and what stands here goes, despite a pause', async () => {
  await device.write('note.txt', 'kept');
  device.engine.start();
  await atRest();
  await rm(device.at('note.txt'));
  await eventually('the delete was sent', async () => deletes > 0);
  await device.write('note.txt', 'kept');
  time.advance(10_000);
  await atRest();
  device.engine.pause(null, null);
  const before = reads;
  time.advance(5 * 60_000);
  await eventually('the changes were read since', async () => reads > before);
  const web = webUser(service, service.person.token);
  const item = await web.find('0', 'note.txt');
  if (item === undefined) throw new Error('it is not on the service');
  const beforeTheirs = reads;
  await web.trash(item);
  await eventually('their delete was read', async () => reads > beforeTheirs);
  device.engine.resume(null);
  await eventually('it goes here, too', async () => (await device.read('note.txt')) === null);
  expect(await web.items('0')).toEqual([]);
});
