import type { Locator, Page } from '@playwright/test';
import type { FakeBridge } from './fake-bridge.ts';

type Amounts = {
  /** Of files larger than a test can hold. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** How many bytes of a file go before its fate, in steps; `goOn` takes the next one. */
  readonly sent?: Readonly<Record<string, readonly number[]>>;
  /** Omitted: beside every folder. */
  readonly onto?: Locator;
};

/** Drops these files on the window; a plan says what becomes of each. */
export async function drop(
  page: Page,
  plan: Readonly<Record<string, 'send' | 'hold' | 'refuse'>>,
  sizeBytes = 2_000_000,
  { sizes = {}, sent = {}, onto = page.getByRole('main') }: Amounts = {},
): Promise<void> {
  await page.evaluate(
    ([planned, steps, told]) => {
      Reflect.set(window, 'dropPlan', planned);
      Reflect.set(window, 'dropSent', steps);
      const real = Object.getOwnPropertyDescriptor(Blob.prototype, 'size')?.get;
      Object.defineProperty(File.prototype, 'size', {
        configurable: true,
        get(this: File) {
          return told[this.name] ?? real?.call(this);
        },
      });
    },
    [plan, sent, sizes] as const,
  );
  const dataTransfer = await page.evaluateHandle(
    ([names, size, told]) => {
      const transfer = new DataTransfer();
      for (const name of names) transfer.items.add(new File([new Uint8Array(name in told ? 0 : size)], name));
      return transfer;
    },
    [Object.keys(plan), sizeBytes, sizes] as const,
  );
  await onto.dispatchEvent('drop', { dataTransfer });
}

/** The files on their way take their next step, five seconds later: long enough that the rate is that of this step alone. */
export async function goOn(page: Page): Promise<void> {
  await page.clock.runFor(5_000);
  await page.evaluate(() => window.dispatchEvent(new Event('drop-goes-on')));
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
