import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import { openEngineDevice } from '../../support/engine/engine-device.ts';
import { webUser } from '../../support/people/web-user.ts';
import { startTestService } from '../../support/service/service.ts';

const FOLDERS = 30;
const FILES = 10;

let [inFlight, mostInFlight] = [0, 0];
/** Counts the deletes under way at once. */
function countTrashing(parts: EngineParts): EngineParts {
  const trash: Remote['trash'] = async (target, signal) => {
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    try {
      return await parts.remote.trash(target, signal);
    } finally {
      inFlight -= 1;
    }
  };
  return { ...parts, remote: { ...parts.remote, trash } };
}

const pathOf = (index: number): string => `folder ${index % FOLDERS}/${index}.txt`;

test('[P10] many loose deletes go side by side, a request each, and an edit beside them arrives', async () => {
  const service = await startTestService();
  const options = { name: 'a', addresses: service, token: service.person.token, change: countTrashing };
  const a = await openEngineDevice(options);
  try {
    for (let index = 0; index < FOLDERS * FILES; index++) await a.write(pathOf(index), `content ${index}`);
    await a.once();
    const deleted = 2 * FOLDERS;
    for (let index = 0; index < deleted; index++) await rm(a.at(pathOf(index)));
    await a.write(pathOf(deleted), 'edited');
    const report = await a.once();
    expect(report).toMatchObject({ state: 'in_sync', deleted_remote: deleted, uploaded: 1, held: 0 });
    expect(report.requests).toBeLessThan(1.5 * deleted);
    expect(mostInFlight).toBeGreaterThan(4);
    const web = webUser(service, service.person.token);
    const folder = await web.find('0', 'folder 0');
    const names = (await web.items(folder?.id ?? '')).map(({ name }) => name).sort();
    expect(names).toEqual(['120.txt', '150.txt', '180.txt', '210.txt', '240.txt', '270.txt', '60.txt', '90.txt']);
  } finally {
    await a.close();
    await service.stop();
  }
});
