import { expect, type Page } from '@playwright/test';

/** How often components in each labelled region have rendered. */
type RenderCounts = {
  readonly of: (region: string) => Promise<number>;
  /** Waits until rendering has settled, then counts from zero. */
  readonly reset: () => Promise<void>;
};

/** Counts what React renders, by the hook that it offers to developer tools. Call it before the page opens. */
export async function countRenders(page: Page): Promise<RenderCounts> {
  await page.addInitScript(installHook);
  return {
    of: (region) => page.evaluate((name) => Number(Reflect.get(Reflect.get(window, 'renders'), name) ?? 0), region),
    reset: async () => {
      const clear = (): Promise<string> =>
        page.evaluate(() => {
          const counted = JSON.stringify(Reflect.get(window, 'renders'));
          Reflect.set(window, 'renders', {});
          return counted;
        });
      await expect.poll(clear, { intervals: [500], timeout: 20_000 }).toBe('{}');
    },
  };
}

/** Runs in the page. A component counts for the closest element around it with a label. */
function installHook(): void {
  type Fiber = {
    readonly tag: number;
    readonly flags: number;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly return: Fiber | null;
    readonly alternate: Fiber | null;
    readonly stateNode: unknown;
  };
  const performedWork = 1;
  const isComponent = ({ tag }: Fiber): boolean => tag === 0 || tag === 11 || tag === 15;
  Reflect.set(window, 'renders', {});
  const regionOf = (fiber: Fiber): string => {
    for (let at: Fiber | null = fiber; at !== null; at = at.return) {
      if (!(at.stateNode instanceof Element)) continue;
      const name = at.stateNode.getAttribute('aria-label') ?? '';
      if (name !== '') return name;
    }
    return 'frame';
  };
  const visit = (next: Fiber, previous: Fiber): void => {
    if (isComponent(next) && (next.flags & performedWork) !== 0) {
      const counts: object = Reflect.get(window, 'renders');
      const region = regionOf(next);
      Reflect.set(counts, region, Number(Reflect.get(counts, region) ?? 0) + 1);
    }
    if (next.child === previous.child) return;
    for (let child = next.child; child !== null; child = child.sibling) {
      if (child.alternate !== null) visit(child, child.alternate);
    }
  };
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
      if (root.current.alternate !== null) visit(root.current, root.current.alternate);
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  });
}
