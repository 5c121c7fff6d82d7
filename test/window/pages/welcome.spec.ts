import { expect } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { emptyRoots, syncedTop } from '../../support/window/folder-answers.ts';
import { rootStatus, signedIn, status } from '../../support/window/status-states.ts';
import { test } from '../fake-window.ts';

const words = english.welcome;

test('an address is ticked as soon as its service answers, and no longer when it is changed', async ({
  page,
  bridge,
}) => {
  bridge.answer({
    'account.get': () => ({
      kind: 'none',
      baseUrl: null,
      canStartPrivate: true,
      suggestedFolder: '/home/ann/Tandem',
      signIn: { state: 'none' },
    }),
    'account.check': () => ({ baseUrl: 'https://files.example.com/2.0', uploadUrl: 'https://files.example.com/2.0' }),
  });
  await page.addInitScript(() => {
    window.close = () => Reflect.set(window, 'isClosed', true);
  });
  await bridge.open('#/welcome');
  await page.getByRole('button', { name: words.later }).press('Enter');
  expect(await page.evaluate(() => Reflect.get(window, 'isClosed'))).toBe(true);
  const address = page.getByLabel(words.address, { exact: true });
  const mark = page.getByText(words.found);
  await expect(mark).toHaveCount(0);
  await address.fill('files.example.com');
  await expect(mark).toBeVisible();
  await bothSchemesAreSound(page);
  await address.press('End');
  await page.keyboard.type('x');
  await expect(mark).toHaveCount(0);
  const checked = bridge.asked.filter(({ name }) => name === 'account.check').map(({ request }) => request);
  expect(checked[0]).toEqual({ address: 'files.example.com' });
});

test('the choice of a folder can be left for later', async ({ page, bridge }) => {
  bridge.answer({ ...signedIn(status({ roots: [] })), ...emptyRoots });
  bridge.answer({
    'folder.look': () => ({ state: 'new', path: '/home/ann/Tandem', freeBytes: 1_000_000_000 }) as never,
  });
  await bridge.open('#/welcome?add=folder');
  await page.getByRole('link', { name: words.later }).press('Enter');
  await expect(page.getByRole('main').getByText(english.home.noRoots)).toBeVisible();
});

test('going back shows the folder that was chosen, also when its link goes before the answer comes', async ({
  page,
  bridge,
}) => {
  const chosen = rootStatus({ localPath: '/home/ann/My files', remoteId: '0' });
  const root = chosen.id;
  bridge.answer({
    ...syncedTop({}),
    ...signedIn(status({ roots: [chosen] })),
    'root.remove': () => ({}),
    'folder.look': ({ path }) =>
      ({ path, state: 'empty', entries: 0, freeBytes: 48_000_000_000, proposals: [], problem: null }) as const,
  });
  await page.addInitScript((id) => sessionStorage.setItem('tandem.welcome.root', String(id)), root);
  const answerArrives = bridge.delay('root.remove');
  await bridge.open(`#/welcome?root=${root}`);
  await page.getByRole('button', { name: words.back }).press('Enter');
  const gone = status({ roots: [] });
  bridge.answer(signedIn(gone));
  await bridge.emit('status', gone);
  await expect(page.getByRole('combobox')).toHaveValue('/home/ann/My files');
  answerArrives();
  await expect(page).toHaveURL(/add=folder/);
  await expect(page.getByRole('combobox')).toHaveValue('/home/ann/My files');
});
