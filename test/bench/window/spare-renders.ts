import type { Page } from '@playwright/test';
import { type Fiber, installCommitHook } from '../../support/window/react-commits.ts';

/** The component that rendered most often without a change. */
export type SpareRenders = {
  readonly most: number;
  /** The region that it is in, and its first words. */
  readonly where: string;
  /** Of all components together. */
  readonly all: number;
};

/**
 * Counts renders of what did not change, in the production build: React reports each commit with the components that rendered (the hook of its
 * developer tools), and a MutationObserver the elements and texts that the commit changed. A component that rendered while nothing below it changed
 * rendered in vain. Counting the changes of the document alone would not show it: React leaves the document as it is when a render gives the same.
 * Call it before the page opens; the returned function counts from then on, for as long as `act` takes.
 */
export async function countSpareRenders(page: Page): Promise<(act: () => Promise<void>) => Promise<SpareRenders>> {
  await page.addInitScript(installCommitHook);
  await page.addInitScript(installSpareCount);
  return async (act) => {
    await page.evaluate(() => Reflect.get(window, 'spareRenders').clear());
    await act();
    return page.evaluate(() => Reflect.get(window, 'spareRenders').result());
  };
}

/** Runs in the page. */
function installSpareCount(): void {
  const counts = new Map<object, { times: number; where: string }>();
  const observer = new MutationObserver(() => undefined);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const nodesOf = (fiber: Fiber): Node[] => {
    if (fiber.stateNode instanceof Node) return [fiber.stateNode];
    const nodes: Node[] = [];
    for (let child = fiber.child; child !== null; child = child.sibling) nodes.push(...nodesOf(child));
    return nodes;
  };
  const placeOf = (node: Node): string => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest('[aria-label]')?.getAttribute('aria-label') ?? 'the frame';
    return `"${(node.textContent ?? '').slice(0, 40)}" in ${region}`;
  };
  Reflect.set(window, 'onRendered', (rendered: readonly Fiber[]) => {
    const changed = observer.takeRecords().flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
    for (const fiber of rendered) {
      const nodes = nodesOf(fiber);
      const [first] = nodes;
      if (first === undefined || nodes.some((node) => changed.some((at) => node.contains(at)))) continue;
      const known = counts.get(fiber) ?? counts.get(fiber.alternate ?? fiber) ?? { times: 0, where: placeOf(first) };
      counts.set(fiber, known);
      known.times += 1;
    }
  });
  Reflect.set(window, 'spareRenders', {
    clear: () => counts.clear(),
    result: () => {
      const all = [...new Set(counts.values())].toSorted((one, other) => other.times - one.times);
      const { times = 0, where = 'nothing' } = all[0] ?? {};
      return { most: times, where, all: all.reduce((sum, { times: own }) => sum + own, 0) };
    },
  });
}
