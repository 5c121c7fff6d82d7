import { chromium } from '@playwright/test';
import { openService } from '../../service/app.ts';
import { readStorageConfig } from '../../service/config.ts';
import { spawnTool } from '../run/spawn-tool.ts';
import { chromiumPath } from '../support/chromium-path.ts';
import { eventually } from '../support/processes.ts';
import { type StartedTandem, startTandem } from '../support/started-tandem.ts';
import type { Figure } from './figure.ts';
import { addManyFolders } from './service/many-folders.ts';
import { benchFirstPage } from './window/first-page.ts';
import { benchScrolling } from './window/scrolling.ts';

const ROWS = 100_000;

/** The built window in Chromium, on the loopback address: how soon it is there, and how smoothly a folder of 100,000 scrolls. */
export async function benchWindow(say: (text: string) => void): Promise<readonly Figure[]> {
  // The window as it is now, not as it was built some time ago.
  await spawnTool({ command: ['node', 'build.ts', '--if-needed', 'window'], echo: false });
  const tandem = await startTandem();
  const browser = await chromium.launch({ executablePath: chromiumPath() });
  try {
    const first = await benchFirstPage(browser, tandem);
    say(`filling a folder with ${ROWS} items`);
    const folderId = await aFolderOfMany(tandem);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // Served again a moment after the process answers.
    await page.goto(await eventually('the window is served', () => tandem.link().catch(() => undefined)));
    await page.getByTestId('state').waitFor();
    const opened = performance.now();
    await page.evaluate((id) => {
      window.location.hash = `#/files?folder=${id}`;
    }, folderId);
    await page.getByRole('row').filter({ hasText: 'item 000001' }).waitFor();
    const shown = {
      what: `a folder of ${ROWS} items opened`,
      value: Math.round(performance.now() - opened),
      unit: 'ms',
    };
    return [...first, shown, ...(await benchScrolling(page, `${ROWS} rows of Files`))];
  } finally {
    await browser.close();
    await tandem.close();
  }
}

/** Its rows come without events, so that nothing but the window takes notice. */
async function aFolderOfMany(tandem: StartedTandem): Promise<string> {
  const { id } = await tandem.web.createFolder(tandem.remoteId, 'a folder of many');
  await tandem.stop();
  {
    await using opened = await openService(readStorageConfig({ data: tandem.data }));
    const { store } = opened.service;
    const model = await store.read((reads) => reads.items.get(id));
    if (model?.kind !== 'folder') throw new Error('The folder was not made.');
    await addManyFolders(store, model, id, ROWS);
  }
  await tandem.startAgain();
  return id;
}
