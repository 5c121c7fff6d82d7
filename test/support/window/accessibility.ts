import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';

type Scheme = 'light' | 'dark';

/** No accessibility finding on what is shown, in light and in dark. */
export async function bothSchemesAreSound(page: Page): Promise<void> {
  expect(await findingsInBothSchemes(page)).toEqual({ light: [], dark: [] });
}

/** Only colours differ between the schemes, so the other rules run once. */
export async function findingsInBothSchemes(page: Page): Promise<Readonly<Record<Scheme, readonly string[]>>> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await accessibilityFindings(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  return { light, dark: await findings(page, colours) };
}

/**
 * The rules of WCAG 2.2 AA that can be checked without a person; empty when none is broken. Looked at is the page at rest: halfway
 * between two schemes a colour belongs to neither.
 */
export const accessibilityFindings = (page: Page): Promise<string[]> => findings(page, everything);

const everything: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
};

const colours: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

async function findings(page: Page, rules: RunOptions): Promise<string[]> {
  await page.evaluate(atRest);
  // Once for each document: to load it takes three times as long as to look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  const violations = await page.evaluate(async (options): Promise<readonly Result[]> => {
    // The source above has put it there.
    const here: typeof axe = Reflect.get(window, 'axe');
    // What passed is ten times as much, and would be sent to the test as well.
    return (await here.run(document, options)).violations;
  }, rules);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

/** A third of the source that the package exports. */
const axeSource = (): string => readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs in the page: after the frame in which a change of the page begins to show, until nothing moves that ends by itself. */
async function atRest(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const ending = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map((animation) => animation.finished));
}

/**
 * What answers to the pointer and is out of the reach of Tab: neither it, nor the one of its list, grid or tree that stands for all, nor
 * something in it. Empty when there is nothing.
 */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const widgets = 'a[href], button, input, select, textarea, summary, [role=button], [role=link], [draggable=true]';
    const lists = '[role=grid], [role=tablist], [role=listbox], [role=menu], [role=tree], [role=radiogroup]';
    const handlers = ['onClick', 'onDoubleClick', 'onMouseDown', 'onPointerDown'];
    const answers = (element: Element): boolean => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'));
      const properties: unknown = key === undefined ? undefined : Reflect.get(element, key);
      return typeof properties === 'object' && properties !== null && handlers.some((name) => name in properties);
    };
    const isOff = (element: Element): boolean =>
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('[aria-hidden=true], [inert], :disabled, [aria-disabled=true]') !== null;
    const isFocusable = (element: Element | null): boolean =>
      element instanceof HTMLElement && element.tabIndex >= 0 && !isOff(element);
    const isReached = (element: Element): boolean =>
      isFocusable(element) ||
      [...element.querySelectorAll('*')].some(isFocusable) ||
      [...(element.closest(lists)?.querySelectorAll('*') ?? [])].some(isFocusable) ||
      // It names one that is.
      (element.id !== '' && isFocusable(document.querySelector(`[aria-labelledby~="${element.id}"]`))) ||
      // Its field opens the same list with an arrow.
      (element.parentElement?.querySelector('[role=combobox]') ?? null) !== null;
    return [...document.querySelectorAll('#window *')]
      .filter((element) => (element.matches(widgets) || answers(element)) && !isOff(element) && !isReached(element))
      .map((element) => element.outerHTML.slice(0, 160));
  });
}
