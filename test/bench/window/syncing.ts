import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { parseServerFrame } from '../../../preload/ipc/transport/messages.ts';
import { eventually } from '../../support/programs/processes.ts';
import type { Figure } from '../figure.ts';
import { frameFigures, timeFrames } from './frames.ts';
import { rowOf } from './scrolling.ts';
import { countSpareRenders } from './spare-renders.ts';
import type { WindowBench } from './window-part.ts';
import { openFolder, type WindowPlace } from './window-place.ts';

/** Files that stay as they are. */
const AT_REST = 200;
/** While new ones are written beside them and in a folder among them, this many at a time and this often. */
const AT_ONCE = 5;
const EVERY_MS = 200;
const SECONDS = 20;
const FILE_BYTES = 100_000;

/**
 * A synced folder in Files while the engine uploads new files beside and below its rows: how often a component renders that shows the same as before.
 * Every status of the engine, up to four a second, would be one render of the page if it took the whole of it.
 */
export const benchSyncing: WindowBench = async ({ place, say }) => {
  say('window: a folder while it syncs');
  await restingFiles(place);
  const statuses = { count: 0 };
  const listen = (page: Page): void => countStatuses(page, statuses);
  let count: Awaited<ReturnType<typeof countSpareRenders>> | undefined;
  const prepare = async (page: Page): Promise<void> => {
    listen(page);
    count = await countSpareRenders(page);
  };
  return place.onPage({ view: 'list', prepare }, async (page) => {
    await openFolder(page, place.tandem.remoteId);
    await rowOf(page, restingName(0)).waitFor();
    await page.waitForTimeout(EVERY_MS * 10);
    statuses.count = 0;
    const start = performance.now();
    let renders = { most: 0, where: '', all: 0 };
    const times = await timeFrames(page, async () => {
      renders = (await count?.(() => syncFor(place, page))) ?? renders;
    });
    const seconds = (performance.now() - start) / 1_000;
    const perSecond = (renders_: number): number => Math.round((renders_ / seconds) * 100) / 100;
    const what = `Files while syncing, ${statuses.count} statuses in ${Math.round(seconds)} s`;
    return [
      {
        what: `${what}: most renders a second of a component that showed the same (${renders.where})`,
        value: perSecond(renders.most),
        unit: '',
        wanted: 1,
      },
      { what: `${what}: such renders a second of all components together`, value: perSecond(renders.all), unit: '' },
      ...frameFigures(what, times),
    ] satisfies Figure[];
  });
};

const restingName = (index: number): string => `at rest ${String(index).padStart(3, '0')}.txt`;

async function restingFiles({ tandem }: WindowPlace): Promise<void> {
  await mkdir(path.join(tandem.folder, 'Busy'), { recursive: true });
  for (let index = 0; index < AT_REST; index++) {
    await writeFile(path.join(tandem.folder, restingName(index)), `notes ${index}`);
  }
  const last = restingName(AT_REST - 1);
  await eventually('the files are synced', async () => {
    const { state } = await tandem.ask('status.get');
    return state === 'in_sync' && (await tandem.web.find(tandem.remoteId, last)) !== undefined;
  });
}

async function syncFor({ tandem }: WindowPlace, page: Page): Promise<void> {
  const end = performance.now() + SECONDS * 1_000;
  for (let round = 0; performance.now() < end; round++) {
    for (let index = 0; index < AT_ONCE; index++) {
      const name = `new ${round} ${index}.bin`;
      const content = Buffer.alloc(FILE_BYTES, name);
      await writeFile(path.join(tandem.folder, 'Busy', name), content);
      await writeFile(path.join(tandem.folder, `z ${name}`), Buffer.concat([content, content]));
    }
    await page.waitForTimeout(EVERY_MS);
  }
}

function countStatuses(page: Page, statuses: { count: number }): void {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = parseServerFrame(String(payload));
      if (frame?.type === 'feed' && frame.feed === 'status') statuses.count += 1;
    }),
  );
}
