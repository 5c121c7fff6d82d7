import type { Page } from '@playwright/test';
import type { FakeBridge } from './fake-bridge.ts';

/** Drops these files on the window; a plan says what becomes of each. */
export async function drop(
  page: Page,
  plan: Readonly<Record<string, 'send' | 'hold' | 'refuse'>>,
  sizeBytes = 2_000_000,
): Promise<void> {
  await page.evaluate((planned) => Reflect.set(window, 'dropPlan', planned), plan);
  const dataTransfer = await page.evaluateHandle(
    ([names, size]) => {
      const transfer = new DataTransfer();
      for (const name of names) transfer.items.add(new File([new Uint8Array(size)], name));
      return transfer;
    },
    [Object.keys(plan), sizeBytes] as const,
  );
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer });
}

/** The engine takes every drop, and no name is taken. */
export function takesDrops(bridge: FakeBridge): void {
  bridge.answer({
    'drop.begin': ({ files }) => ({
      batchId: 'b1',
      files: files.map(({ relativePath }) => ({ id: relativePath, relativePath, conflict: false })),
    }),
    'drop.cancel': () => ({}),
    'drop.left': () => [],
  });
}
