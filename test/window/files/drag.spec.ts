import { expect, type Locator, type Page } from '@playwright/test';
import { openTop, row, showPictures, tile } from '../../support/browser/files-page.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, listedFolder } from '../../support/window/folder-answers.ts';
import { now } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

/** Rows and tiles that are dragged onto folders. The dialog "Move…" does the same by keyboard. */

const place = (id: string, name: string) => ({ type: 'folder' as const, id, name, sequence_id: null, etag: null });
const top = place('0', 'All files');
const projects = place('20', 'Projects');
const letters = place('30', 'Letters');
const readOnly = { can_rename: true, can_delete: true, can_share: true, can_download: true, can_upload: false };

const [site, phase] = [place('40', 'Site'), place('50', 'Phase 2')];
const tree = {
  '0': {
    above: [],
    entries: [
      listedFolder('20', 'Projects'),
      listedFolder('21', 'Archive', { permissions: readOnly } as never),
      listedFile('1', 'signed.pdf'),
      listedFile('2', 'budget.xlsx'),
      listedFile('3', 'facade.dwg'),
    ],
  },
  '20': { above: [top], entries: [listedFolder('30', 'Letters', { parent: projects } as never)] },
  '30': { above: [top, projects], entries: [listedFile('9', 'reply.md', { parent: letters } as never)] },
  '40': { above: [top, projects, letters], entries: [] },
  '60': {
    above: [top, projects, letters, site, phase],
    entries: [listedFile('10', 'crane.pdf', { parent: place('60', 'Crane') } as never)],
  },
};
const named = { '0': top, '20': projects, '30': letters, '40': site, '60': place('60', 'Crane') };
type Id = keyof typeof tree;

/** The tree does not change by the move; only the requests count. */
async function openFiles(page: Page, bridge: FakeBridge): Promise<void> {
  const { service, ...engine } = folderOf([]);
  const at = (id: string): Id => (Object.hasOwn(tree, id) ? (id as Id) : '0');
  await openTop(bridge, {
    ...engine,
    service: {
      ...service,
      getFolder: ({ params }) => {
        const { above, entries } = tree[at(params.folder_id)];
        return {
          ...named[at(params.folder_id)],
          permissions: { can_upload: true },
          path_collection: { total_count: above.length, entries: above },
          item_collection: { total_count: entries.length, entries: [] },
        } as never;
      },
      listFolderItems: ({ params }) =>
        ({ entries: tree[at(params.folder_id)].entries, limit: 1000, next_marker: null }) as never,
      search: () =>
        ({
          entries: [...tree['0'].entries, ...tree['20'].entries],
          total_count: 6,
          limit: 200,
          offset: 0,
          type: 'search_results_items',
        }) as never,
      listFolderCollaborations: () => ({ entries: [], limit: 100, next_marker: null }) as never,
      updateFile: ({ params }) => ({ type: 'file', id: params.file_id }) as never,
      updateFolder: ({ params }) => ({ type: 'folder', id: params.folder_id }) as never,
    },
  });
  await expect(row(page, 'Projects')).toBeVisible();
}

/** Takes hold of a row. From here on the clock stands still, so that no folder opens before its test says so. */
async function lift(page: Page, from: Locator): Promise<void> {
  await page.clock.pauseAt(now + 1_000);
  await from.hover();
  await page.mouse.down();
  const box = await from.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 12, { steps: 3 });
}

/** The first event of a drag over an element only enters it. */
async function over(page: Page, target: Locator, atX = 60): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${String(target)} is not shown`);
  for (const step of [0, 1, 2]) await page.mouse.move(box.x + atX + step, box.y + box.height / 2);
}

/** The pointer rests for as long as a folder needs to open; then the clock runs again, since answers need it. */
async function rest(page: Page): Promise<void> {
  await page.clock.runFor(800);
  await page.clock.resume();
}

async function drop(page: Page): Promise<void> {
  await page.mouse.up();
  await page.clock.resume();
}

const hint = (page: Page): Locator => page.getByTestId('drop-hint');
const ghost = (page: Page): Locator => page.getByTestId('drag-ghost');
const moves = (bridge: FakeBridge): unknown[] =>
  bridge.asked
    .filter(({ name }) => name === 'updateFile' || name === 'updateFolder')
    .map(({ request }) => {
      const { params, body } = Object(request);
      return [params.file_id ?? params.folder_id, body.parent.id];
    });

test('the ghost shows the lifted item and the count, the folder lights up, and the drop is announced and can be undone', async ({
  page,
  bridge,
}) => {
  await page.addInitScript(() => {
    const set = DataTransfer.prototype.setDragImage;
    DataTransfer.prototype.setDragImage = function keep(image, x, y) {
      Reflect.set(window, 'dragImage', `${image.querySelector('svg')?.dataset['fileType']} ${image.textContent}`);
      set.call(this, image, x, y);
    };
  });
  await openFiles(page, bridge);
  for (const name of ['signed.pdf', 'budget.xlsx', 'facade.dwg']) {
    await row(page, name).click({ modifiers: ['ControlOrMeta'] });
  }
  await lift(page, row(page, 'budget.xlsx'));
  await over(page, row(page, 'Projects'));
  expect(await page.evaluate(() => Reflect.get(window, 'dragImage'))).toBe('sheet budget.xlsx3');
  await expect(row(page, 'Projects')).toHaveAttribute('data-drop-target', '');
  await expect(row(page, 'Projects')).toHaveCSS('outline', 'rgb(11, 107, 138) solid 2px');
  await expect(hint(page)).toHaveText('Move 3 items to “Projects”');
  await over(page, row(page, 'Projects'), 80);
  const [at, folder] = [await hint(page).boundingBox(), await row(page, 'Projects').boundingBox()];
  // Beside the pointer, below the ghost.
  expect(Math.round((at?.x ?? 0) - (folder?.x ?? 0))).toBe(94);
  await expect(hint(page)).toBeVisible();
  await over(page, row(page, 'facade.dwg'));
  await expect(row(page, 'Projects')).not.toHaveAttribute('data-drop-target');
  await expect(hint(page)).toHaveCount(0);
  await over(page, row(page, 'Projects'));
  await drop(page);
  await expect(page.getByRole('alert')).toHaveText('Moved 3 items to “Projects”.');
  await expect(ghost(page)).toHaveCount(0);
  await expect(hint(page)).toHaveCount(0);
  expect(moves(bridge)).toEqual([
    ['1', '20'],
    ['2', '20'],
    ['3', '20'],
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => moves(bridge).slice(3)).toEqual(['1', '2', '3'].map((id) => [id, '0']));
});

test('a folder opens under a drag that rests on it, so that one walks on; leaving it before keeps it closed', async ({
  page,
  bridge,
}) => {
  await openFiles(page, bridge);
  await lift(page, row(page, 'signed.pdf'));
  await expect(ghost(page)).toHaveText('signed.pdf');
  await over(page, row(page, 'Projects'));
  await page.clock.runFor(600);
  await over(page, row(page, 'facade.dwg'));
  await page.clock.runFor(5_000);
  expect(page.url()).toMatch(/folder=0$/);
  await over(page, row(page, 'Projects'));
  await rest(page);
  await expect(page).toHaveURL(/folder=20$/);
  await over(page, row(page, 'Letters'), 120);
  await expect(page).toHaveURL(/folder=30$/);
  // The rows it began on are gone; the list of the folder takes the drop.
  await over(page, row(page, 'reply.md'));
  await expect(hint(page)).toHaveText('Move 1 item to “Letters”');
  await drop(page);
  await expect(page.getByRole('alert')).toHaveText('Moved “signed.pdf” to “Letters”.');
  expect(moves(bridge)).toEqual([['1', '30']]);
});

test('a folder that has just opened opens no other one under a pointer that rests', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  await lift(page, row(page, 'signed.pdf'));
  await over(page, row(page, 'Projects'));
  await rest(page);
  await expect(page).toHaveURL(/folder=20$/);
  // "Letters" is now where "Projects" was.
  await expect(row(page, 'Letters')).toBeVisible();
  const box = await row(page, 'Letters').boundingBox();
  await page.clock.pauseAt(now + 1_000);
  for (const shift of [0, 1]) await page.mouse.move((box?.x ?? 0) + 60 + shift, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  await expect(row(page, 'Letters')).toHaveAttribute('data-drop-target', '');
  await page.clock.runFor(5_000);
  await page.clock.resume();
  expect(page.url()).toMatch(/folder=20$/);
  await drop(page);
});

test('the folder itself, one below it, and one without the right refuse and say why', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  await lift(page, row(page, 'signed.pdf'));
  await over(page, row(page, 'Archive'));
  await expect(hint(page)).toHaveText('You can’t add items to “Archive”');
  await expect(row(page, 'Archive')).not.toHaveAttribute('data-drop-target');
  await drop(page);
  await expect(hint(page)).toHaveCount(0);

  await row(page, 'Projects').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'Archive').click({ modifiers: ['ControlOrMeta'] });
  await lift(page, row(page, 'Projects'));
  await over(page, row(page, 'Archive'));
  await expect(hint(page)).toHaveText('“Archive” can’t be moved into itself');
  await drop(page);

  await page.getByRole('searchbox', { name: 'Search' }).fill('e');
  await expect(page.getByRole('grid', { name: 'Search results' })).toBeVisible();
  await lift(page, row(page, 'Projects'));
  await over(page, row(page, 'Letters'));
  await expect(hint(page)).toHaveText('“Letters” is inside a folder that you’re moving');
  await drop(page);
  await expect(hint(page)).toHaveCount(0);
  expect(moves(bridge)).toEqual([]);
});

test('a tile is dragged onto a tile, and a breadcrumb opens and takes the drop', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  await showPictures(page);
  await lift(page, tile(page, 'facade.dwg'));
  await over(page, tile(page, 'Projects'));
  await expect(tile(page, 'Projects')).toHaveAttribute('data-drop-target', '');
  await rest(page);
  await expect(page).toHaveURL(/folder=20$/);
  await over(page, tile(page, 'Letters'), 120);
  await expect(page).toHaveURL(/folder=30$/);
  await over(page, page.getByRole('link', { name: 'Projects' }), 10);
  await expect(page).toHaveURL(/folder=20$/);
  await over(page, tile(page, 'Letters'));
  await drop(page);
  await expect(page.getByRole('alert')).toHaveText('Moved “facade.dwg” to “Letters”.');
  expect(moves(bridge)).toEqual([['3', '30']]);
});

test('the folders in the menu of a long path open under a drag and take the drop', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  await bridge.open('#/files?folder=60');
  const menu = page.getByRole('button', { name: 'Folders between' });
  const folded = page.getByTestId('folded-drops');
  await lift(page, row(page, 'crane.pdf'));
  await over(page, menu, 6);
  await expect(folded.getByText(/./)).toHaveText(['Projects', 'Letters', 'Site']);
  const [button, list] = [await menu.boundingBox(), await folded.boundingBox()];
  // The pointer finds no gap on its way.
  expect(list).toMatchObject({ x: button?.x, y: (button?.y ?? 0) + (button?.height ?? 0) });
  await over(page, folded.getByText('Letters'), 10);
  await expect(folded.getByText('Letters')).toHaveAttribute('data-drop-target', '');
  await expect(hint(page)).toHaveText('Move 1 item to “Letters”');
  // Beside it, the list of the folder has the pointer.
  await over(page, row(page, 'crane.pdf'));
  await expect(folded).toHaveCount(0);
  await expect(hint(page)).toHaveCount(0);
  await over(page, menu, 6);
  await over(page, folded.getByText('Letters'), 10);
  await drop(page);
  await expect(page.getByRole('alert')).toHaveText('Moved “crane.pdf” to “Letters”.');
  await expect(folded).toHaveCount(0);
  expect(moves(bridge)).toEqual([['10', '30']]);
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Projects', 'Letters', 'Site']);
  await page.keyboard.press('Escape');

  await lift(page, row(page, 'crane.pdf'));
  await over(page, menu, 6);
  await over(page, folded.getByText('Site'), 10);
  await rest(page);
  await expect(page).toHaveURL(/folder=40$/);
  await expect(folded).toHaveCount(0);
  await drop(page);
});

test('the details in use of an item close when it is dragged into another folder', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  await row(page, 'signed.pdf').click();
  const panel = page.getByRole('complementary', { name: 'Details of signed.pdf' });
  await panel.getByRole('tab', { name: 'Versions' }).click();
  bridge.answer({
    service: {
      listFolderItems: () => ({ entries: [listedFolder('20', 'Projects')], limit: 1000, next_marker: null }) as never,
    },
  });
  await lift(page, row(page, 'signed.pdf'));
  await over(page, row(page, 'Projects'));
  await drop(page);
  await expect(row(page, 'signed.pdf')).toHaveCount(0);
  await expect(panel).toHaveCount(0);
});

test('a refusal of the service is announced', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  bridge.refuseNext('updateFile');
  await row(page, 'signed.pdf').dragTo(row(page, 'Projects'));
  await expect(page.getByRole('alert')).toHaveText('The service is unreachable. Check the network.');
});

test('a refusal midway says what moved, and its undo moves that back', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  bridge.answer({
    service: {
      updateFile: ({ params }) => {
        if (params.file_id === '2') bridge.refuseNext('updateFile');
        return { type: 'file', id: params.file_id } as never;
      },
    },
  });
  await row(page, 'budget.xlsx').click();
  await row(page, 'facade.dwg').click({ modifiers: ['Control'] });
  await row(page, 'facade.dwg').dragTo(row(page, 'Projects'));
  await expect(page.getByRole('alert')).toContainText(
    'Moved “budget.xlsx” to “Projects”. Can’t move “facade.dwg”. The service is unreachable. Check the network.',
  );
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => moves(bridge))
    .toEqual([
      ['2', '20'],
      ['3', '20'],
      ['2', '0'],
    ]);
});

/** A file that is dragged from the desktop. */
const droppedNote = (page: Page) =>
  page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['text'], 'note.txt'));
    return transfer;
  });

test('files from the desktop reach the folders in the menu of a long path', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  await bridge.open('#/files?folder=60');
  const dataTransfer = await droppedNote(page);
  const folded = page.getByTestId('folded-drops');
  await page.getByRole('button', { name: 'Folders between' }).dispatchEvent('dragenter', { dataTransfer });
  await expect(folded).toBeVisible();
  await bothSchemesAreSound(page);
  await folded.getByText('Letters').dispatchEvent('dragover', { dataTransfer });
  await expect(hint(page)).toHaveText('Drop to upload to “Letters”');
  await folded.getByText('Letters').dispatchEvent('dragleave', { dataTransfer });
  await expect(folded).toHaveCount(0);
});

test('files from the desktop open a folder too, and one without the right refuses them', async ({ page, bridge }) => {
  await openFiles(page, bridge);
  const dataTransfer = await droppedNote(page);
  await page.clock.pauseAt(now + 1_000);
  await row(page, 'Archive').dispatchEvent('dragover', { dataTransfer });
  await expect(hint(page)).toHaveText('Nothing can be uploaded here');
  await row(page, 'Projects').dispatchEvent('dragover', { dataTransfer });
  await expect(hint(page)).toHaveText('Drop to upload to “Projects”');
  await rest(page);
  await expect(page).toHaveURL(/folder=20$/);
});
