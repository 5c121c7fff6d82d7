import { type Browser, chromium, type Page } from '@playwright/test';
import { openService } from '../../../service/app.ts';
import { readStorageConfig } from '../../../service/options/config.ts';
import { chromiumPath } from '../../support/browser/chromium-path.ts';
import { type StartedTandem, startTandem } from '../../support/desktop/started-tandem.ts';
import { eventually } from '../../support/programs/processes.ts';
import { chosen } from '../../support/window/chosen.ts';
import { addManyItems } from '../service/many-items.ts';

/** Tandem and a browser for all parts of the window's bench. */
export type WindowPlace = {
  readonly browser: Browser;
  readonly tandem: StartedTandem;
  /** The id of a synced folder with this many items of one kind; filled once. Their names are those of `itemName`. */
  readonly folderOf: (count: number, kind?: Kind) => Promise<string>;
  /** The window in a page of its own, at the still empty list of a folder; closes the page after `act`. */
  readonly onPage: <Result>(options: PageOptions, act: (page: Page) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

type Kind = 'folder' | 'file';

export type PageOptions = {
  readonly view: 'list' | 'grid';
  /** Runs before the window opens, such as to listen to its requests. */
  readonly prepare?: (page: Page) => Promise<void> | void;
};

/** The name of an item of `folderOf`, as its row shows it. */
export const itemName = (index: number): string => `item ${String(index).padStart(6, '0')}`;

export async function openWindowPlace(): Promise<WindowPlace> {
  const tandem = await startTandem();
  const browser = await chromium.launch({ executablePath: chromiumPath() });
  const filled = new Map<string, Promise<string>>();
  return {
    browser,
    tandem,
    folderOf(count, kind = 'folder') {
      const folder = filled.get(`${count} ${kind}`) ?? aFolderOfMany(tandem, count, kind);
      filled.set(`${count} ${kind}`, folder);
      return folder;
    },
    async onPage({ view, prepare }, act) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      try {
        const page = await context.newPage();
        await chosen(page, { filesView: view });
        await prepare?.(page);
        // Served again a moment after the process answers.
        await page.goto(await eventually('the window is served', () => tandem.link().catch(() => undefined)));
        await page.getByTestId('state').waitFor();
        return await act(page);
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      await tandem.close();
    },
  };
}

/** Shows a folder in Files. */
export async function openFolder(page: Page, folderId: string): Promise<void> {
  await page.evaluate((id) => {
    window.location.hash = `#/files?folder=${id}`;
  }, folderId);
}

/** Its rows come without events, so that nothing but the window takes notice. */
async function aFolderOfMany(tandem: StartedTandem, count: number, kind: Kind): Promise<string> {
  const { id } = await tandem.web.createFolder(tandem.remoteId, `a folder of ${count} of the kind ${kind}`);
  // The model of a file is outside of the synced folder.
  const { id: modelId } = kind === 'folder' ? { id } : await tandem.web.upload('0', `model of ${count}`, 'content');
  await tandem.stop();
  {
    await using opened = await openService(readStorageConfig({ data: tandem.data }));
    const { store } = opened.service;
    const model = await store.read((reads) => reads.items.get(modelId));
    if (model?.kind !== kind) throw new Error('The model of the items was not made.');
    await addManyItems(store, model, id, count);
  }
  await tandem.startAgain();
  return id;
}
