import { test as base, expect } from '@playwright/test';
import { type FakeBridge, fakeBridge } from '../support/window/fake-bridge.ts';
import { emptyRoots } from '../support/window/folder-answers.ts';
import { now, signedIn } from '../support/window/status-states.ts';

type Fixtures = {
  readonly bridge: FakeBridge /** Errors of the page; a test removes those that it caused. */;
  readonly complaints: string[];
};

/** The thumbnail of each file, unless a test draws its own. */
const blank = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"/>';

/**
 * A test of the window on the double of the bridge, at a fixed moment. It fails when the page throws, when its policy refuses
 * something, or when the window asks what the test has no answer for.
 */
export const test = base.extend<Fixtures>({
  complaints: async ({ browserName: _browserName }, provide) => {
    await provide([]);
  },
  bridge: async ({ page, complaints }, provide) => {
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.clock.setFixedTime(now);
    const bridge = await fakeBridge(page, { ...signedIn(), ...emptyRoots, 'window.address': () => ({ path: blank }) });
    await provide(bridge);
    expect(complaints, 'errors of the page').toEqual([]);
    expect(bridge.unanswered, 'requests without an answer').toEqual([]);
  },
});
