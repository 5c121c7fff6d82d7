import { expect, type Page } from '@playwright/test';
import { rowNames } from '../../support/browser/files-page.ts';
import type { FakeBridge } from '../../support/window/fake-bridge.ts';
import { folderOf, listedFile, pathState } from '../../support/window/folder-answers.ts';
import { test } from '../fake-window.ts';

/** Runs while all animations of the page are slow enough to be seen on the way. The page is used again by later tests, at the usual speed. */
async function slowly(page: Page, run: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  const atRate = (playbackRate: number) => session.send('Animation.setPlaybackRate', { playbackRate });
  await atRate(0.01);
  try {
    await run();
  } finally {
    await atRate(1);
    await session.detach();
  }
}

/** Someone else renames the first of a few files, so that it becomes the last one, and the list is read again. */
async function renameTheFirst(page: Page, bridge: FakeBridge): Promise<void> {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
  const files = names.map((name, at) => listedFile(String(at + 1), name));
  bridge.answer(
    folderOf(
      files,
      names.map((_, at) => pathState(String(at + 1))),
    ),
  );
  await bridge.open('#/files?folder=0');
  await expect(rowNames(page)).toHaveText(names);
  const renamed = [...files.slice(1), listedFile('1', 'z.txt', { etag: '2' })];
  bridge.answer({
    service: { listFolderItems: () => ({ entries: renamed, limit: 1_000, next_marker: null }) as never },
  });
  await bridge.reconnect();
  await expect(rowNames(page)).toHaveText(['b.txt', 'c.txt', 'd.txt', 'z.txt']);
}

/** How long each row travels, and from how far. */
const travels = (page: Page) =>
  page.getByRole('grid').evaluate((grid) =>
    [...grid.querySelectorAll('tbody tr')].flatMap((line) =>
      line.getAnimations().map((animation) => {
        const [first] = (animation.effect as KeyframeEffect).getKeyframes();
        return [line.querySelector('a')?.textContent ?? '', animation.effect?.getTiming().duration, first?.transform];
      }),
    ),
  );

test('a renamed row travels to its place in 150 ms, and the others make room', async ({ page, bridge }) => {
  await slowly(page, async () => {
    await renameTheFirst(page, bridge);
    expect(await travels(page)).toEqual([
      ['b.txt', 150, 'translateY(40px)'],
      ['c.txt', 150, 'translateY(40px)'],
      ['d.txt', 150, 'translateY(40px)'],
      ['z.txt', 150, 'translateY(-120px)'],
    ]);
  });
});

test('with reduced motion no row travels', async ({ page, bridge }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await slowly(page, async () => {
    await renameTheFirst(page, bridge);
    expect(await travels(page)).toEqual([]);
  });
});
