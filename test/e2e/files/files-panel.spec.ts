import { expect } from '@playwright/test';
import { openTab } from '../../support/browser/files-page.ts';
import { accessibilityFindings } from '../../support/window/accessibility.ts';
import { openPage, pick, row, test } from '../window-test.ts';

/** Beside and above the files: the panel, the menu, the share dialog, Quick Look and the pictures. */

test('labels, webhooks and a file request of a folder, beside it', async ({ page, tandem }) => {
  const { web } = tandem;
  const folder = await web.createFolder('0', 'Tender');
  await web.call('POST', '/metadata_templates/schema', classifications);
  const read = async () => web.call('GET', `/folders/${folder.id}?fields=tags,classification,description`);
  await openPage(page, 'Files');
  await row(page, 'Tender').click();
  await openTab(page, 'Labels');
  await pick(page, 'Classification', 'Confidential');
  await expect(page.getByText('Not for everybody')).toBeVisible();
  await page.getByLabel('New tag').fill('2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('2026');
  await page.getByLabel('Description').fill('all offers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(read).toMatchObject({
    tags: ['2026'],
    classification: { name: 'Confidential' },
    description: 'all offers',
  });
  await page.getByRole('button', { name: 'Remove the tag 2026' }).click();
  await expect(page.getByText('No tags yet.')).toBeVisible();

  await openTab(page, 'Webhooks');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel(/^URL/).fill('https://example.com/told');
  await page.getByText('A file is uploaded').click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Webhooks' })).toContainText('A file is uploaded');
  await page.getByRole('button', { name: 'Remove the webhook to https://example.com/told' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();

  await openTab(page, 'File request');
  await page.getByRole('button', { name: 'Ask for files in this folder' }).click();
  await expect(page.getByRole('textbox', { name: 'Upload link' })).toHaveValue(/\/f\//);
  await page.getByRole('list', { name: 'File request' }).getByRole('link', { name: 'Tender' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'File requests' })).toBeVisible();
});

const classifications = {
  scope: 'enterprise',
  templateKey: 'securityClassification-6VMVochwUWo',
  displayName: 'Classification',
  fields: [
    {
      type: 'enum',
      key: 'Box__Security__Classification__Key',
      displayName: 'Classification',
      options: [
        { key: 'Public' },
        {
          key: 'Confidential',
          staticConfig: { classification: { classificationDefinition: 'Not for everybody', colorId: 3 } },
        },
      ],
    },
  ],
};

test('has no accessibility finding, in light and in dark, with its panel open', async ({ page, tandem }) => {
  await tandem.web.upload('0', 'plain.txt', 'plain');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openPage(page, 'Files');
    await row(page, 'plain.txt').click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expect(page.getByRole('complementary')).toContainText('Version 1');
    expect(await accessibilityFindings(page)).toEqual([]);
    if (colorScheme === 'light') continue;
    for (const [tab, words] of [
      ['Activity', 'added it'],
      ['Preview', 'plain'],
      ['Comments', 'No comments yet.'],
      ['Sharing', '(you)'],
      ['Labels', 'No tags yet.'],
      ['Webhooks', 'Add a webhook'],
    ] as const) {
      await openTab(page, tab);
      await expect(page.getByRole('tabpanel')).toContainText(words);
    }
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    expect(await accessibilityFindings(page)).toEqual([]);
    for (const tab of ['Preview', 'Comments']) {
      await openTab(page, tab);
      expect(await accessibilityFindings(page), tab).toEqual([]);
    }
    // The menu of a row, the share dialog, Quick Look and the pictures.
    await row(page, 'plain.txt').click({ button: 'right' });
    expect.soft(await accessibilityFindings(page), 'menu').toEqual([]);
    await page.getByRole('menuitem', { name: 'Share…' }).click();
    await expect(page.getByRole('dialog').getByText('Link is off')).toBeVisible();
    expect.soft(await accessibilityFindings(page), 'share').toEqual([]);
    await page.keyboard.press('Escape');
    await row(page, 'plain.txt').press('Space');
    await expect(page.getByRole('dialog').getByLabel('Preview of plain.txt').last()).toBeVisible();
    expect.soft(await accessibilityFindings(page), 'Quick Look').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Pictures' }).click();
    await expect(page.getByRole('option', { name: 'plain.txt' })).toBeVisible();
    expect.soft(await accessibilityFindings(page), 'pictures').toEqual([]);
    await page.getByRole('radio', { name: 'List' }).click();
  }
});
