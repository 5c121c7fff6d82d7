import { test as base, expect } from '@playwright/test';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';

/** The reference of the interface in a real browser. */

const test = base.extend<object, { readonly service: TestService }>({
  service: [
    // Playwright reads from the pattern which fixtures it needs; a pattern there must be.
    async ({ browserName: _browserName }, provide) => {
      const service = await startTestService();
      await provide(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const;

for (const { colorScheme, width } of looks) {
  test(`/docs, ${colorScheme}, ${width} px: no finding, nothing cut off`, async ({ page, service }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${service.publicUrl}/docs`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
}

test('/docs: a shape is one click away from where it is named', async ({ page, service }) => {
  await page.goto(`${service.publicUrl}/docs`);
  await page.getByRole('link', { name: 'Comment', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Comment', exact: true })).toBeInViewport();
});
