import { expect } from '@playwright/test';
import { english } from '../../../renderer/texts/en/english.ts';
import { bothSchemesAreSound } from '../../support/window/accessibility.ts';
import { emptyRoots, folderOf, listedFolder, syncedTop } from '../../support/window/folder-answers.ts';
import { found, search } from '../../support/window/palette.ts';
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
      redirectUri: 'http://127.0.0.1:28257/callback',
      signIn: { state: 'none' },
    }),
    'account.check': () => ({
      baseUrl: 'https://files.example.com/2.0',
      uploadUrl: 'https://files.example.com/2.0',
      needsClient: false,
    }),
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

test('a service that signs in only its own applications asks for their ID and secret, which is not kept in the page', async ({
  page,
  bridge,
}) => {
  const account = { kind: 'none', baseUrl: null, canStartPrivate: true, suggestedFolder: '/home/ann/Tandem' } as const;
  const found = { baseUrl: 'https://api.box.com/2.0', uploadUrl: 'https://upload.box.com/api/2.0' };
  const url = 'https://account.box.com/';
  let isWaiting = false;
  const none = { state: 'none' } as const;
  const signIn = () => (isWaiting ? ({ state: 'waiting', baseUrl: found.baseUrl, url } as const) : none);
  bridge.answer({
    'account.get': () => ({ ...account, redirectUri: 'http://127.0.0.1:28257/callback', signIn: signIn() }),
    'account.check': ({ address }) => ({ ...found, needsClient: address === 'api.box.com' }),
    'account.signIn': () => {
      isWaiting = true;
      return { url, isOpened: true };
    },
    'account.cancelSignIn': () => {
      isWaiting = false;
      return {};
    },
  });
  await bridge.open('#/welcome');
  const address = page.getByLabel(words.address, { exact: true });
  const id = page.getByLabel(words.clientId, { exact: true });
  await address.fill('files.example.com');
  await expect(page.getByText(words.found)).toBeVisible();
  await expect(id).toBeHidden();
  await address.fill('api.box.com');
  await expect(id).toBeVisible();
  await expect(page.getByText('http://127.0.0.1:28257/callback')).toBeVisible();
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 400, height: 860 });
  await bothSchemesAreSound(page);
  await id.fill(' the-id ');
  const secret = page.getByLabel(words.clientSecret, { exact: true });
  await expect(secret).toHaveAttribute('type', 'password');
  await secret.fill('the secret');
  await page.getByLabel(words.signInUrl, { exact: true }).fill('https://account.box.com/in');
  await page.getByRole('button', { name: words.connect }).press('Enter');
  const sent = () => bridge.asked.filter(({ name }) => name === 'account.signIn').map(({ request }) => request);
  const client = { clientId: 'the-id', clientSecret: 'the secret', signInUrl: 'https://account.box.com/in' };
  await expect.poll(sent).toEqual([{ ...found, ...client }]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect([kept.includes('the-id'), kept.includes('the secret')]).toEqual([true, false]);
  await page.getByRole('button', { name: english.actions.cancel }).press('Enter');
  await page.getByRole('button', { name: words.connect }).press('Enter');
  await expect.poll(sent).toEqual([
    { ...found, ...client },
    { ...found, ...client },
  ]);
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

test('the search has no place during setup, and does not open afterwards by itself', async ({ page, bridge }) => {
  bridge.answer({ ...signedIn(status({ roots: [] })), ...emptyRoots });
  bridge.answer({
    'folder.look': () => ({ state: 'new', path: '/home/ann/Tandem', freeBytes: 1_000_000_000 }) as never,
  });
  bridge.answer(found());
  await bridge.open('#/home');
  const palette = page.getByRole('dialog', { name: 'Search', exact: true });
  const isHomeAlone = async (): Promise<void> => {
    await page.getByRole('link', { name: words.later }).press('Enter');
    await expect(page.getByText(english.home.noRoots)).toBeVisible();
    await expect(palette).toHaveCount(0);
  };
  await search(page, '>add');
  await page.evaluate(() => {
    location.hash = '#/welcome?add=folder';
  });
  await isHomeAlone();
  await page.evaluate(() => {
    location.hash = '#/welcome?add=folder';
  });
  await page.getByRole('link', { name: words.later }).focus();
  await page.keyboard.press('Control+k');
  await isHomeAlone();
});

test('the free space of the disk stands below the folder, with a way out where not everything fits', async ({
  page,
  bridge,
}) => {
  const gigabytes = 1_000_000_000;
  const look = (path: string, freeBytes: number) => ({
    path,
    state: 'empty' as const,
    entries: 0,
    freeBytes,
    proposals: [],
    problem: null,
  });
  bridge.answer({ ...signedIn(status({ roots: [] })), ...emptyRoots });
  bridge.answer({
    'folder.look': ({ path }) => look(path, path.startsWith('/media') ? 8 * gigabytes : 214 * gigabytes),
    service: { getFolder: ({ params }) => listedFolder(params.folder_id, '', { size: 41.2 * gigabytes }) as never },
  });
  await bridge.open('#/welcome?add=folder');
  const main = page.getByRole('main');
  await expect(main).toContainText('214 GB free on this disk');
  await expect(main).toContainText('Your files need 41.2 GB');
  const share = page.getByRole('progressbar', { name: words.neededShare });
  await expect(share).toHaveAttribute('aria-valuenow', '19');
  await expect(main).not.toContainText(words.tooLarge);
  await page.getByText(words.other.label).click();
  await page.getByRole('combobox').fill('/media/stick');
  await expect(main).toContainText('8 GB free on this disk');
  await expect(page.getByText(words.tooLarge)).toBeVisible();
  await expect(page.getByRole('button', { name: words.goOn })).toBeEnabled();
  await bothSchemesAreSound(page);
  await page.setViewportSize({ width: 400, height: 860 });
  await bothSchemesAreSound(page);
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

test('in a setup that begins with the sign-in, the folder step leads back to it', async ({ page, bridge }) => {
  const { 'account.get': signedInAccount } = signedIn();
  const account = signedInAccount?.({});
  if (account === undefined) throw new Error('these answers have no account');
  const kindOf = (kind: 'none' | 'service') => ({ 'account.get': () => ({ ...account, kind }) });
  bridge.answer({ ...signedIn(status({ roots: [] })), ...emptyRoots });
  bridge.answer({
    'folder.look': () => ({ state: 'new', path: '/home/ann/Tandem', freeBytes: 1_000_000_000 }) as never,
    'account.signOut': () => ({ isRevoked: true }),
  });
  await bridge.open('#/welcome?add=folder');
  const back = page.getByRole('button', { name: words.back });
  await expect(page.getByRole('button', { name: words.goOn })).toBeVisible();
  // An account from before is not signed out on the way.
  await expect(back).toHaveCount(0);
  bridge.answer(kindOf('none'));
  await bridge.reconnect();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.connectTitle);
  bridge.answer(kindOf('service'));
  await bridge.reconnect();
  await back.click();
  bridge.answer(kindOf('none'));
  await bridge.reconnect();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.connectTitle);
  expect(bridge.asked.filter(({ name }) => name === 'account.signOut')).toHaveLength(1);
});

test('the folder step leads back to the sign-in until the setup is left, but not while the folder is added', async ({
  page,
  bridge,
}) => {
  const { 'account.get': signedInAccount } = signedIn();
  const account = signedInAccount?.({});
  if (account === undefined) throw new Error('these answers have no account');
  const kindOf = (kind: 'none' | 'service') => ({ 'account.get': () => ({ ...account, kind }) });
  bridge.answer({ ...signedIn(status({ roots: [] })), ...emptyRoots, ...kindOf('none') });
  bridge.answer({
    'folder.look': ({ path }) => ({ path, state: 'new', entries: 0, freeBytes: 1e12, proposals: [], problem: null }),
  });
  await bridge.open('#/welcome');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.connectTitle);
  bridge.answer(kindOf('service'));
  await bridge.reconnect();
  const back = page.getByRole('button', { name: words.back });
  await expect(back).toBeEnabled();
  bridge.refuseNext('root.add');
  const refusalArrives = bridge.delay('root.add');
  await page.getByRole('button', { name: words.goOn }).click();
  await expect(back).toBeDisabled();
  refusalArrives();
  await expect(back).toBeEnabled();
  await page.getByRole('link', { name: words.later }).press('Enter');
  await expect(page.getByRole('main').getByText(english.home.noRoots)).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/welcome?add=folder';
  });
  await expect(page.getByRole('button', { name: words.goOn })).toBeVisible();
  await expect(back).toHaveCount(0);
});

test('a folder that is dropped where one is added becomes the folder of the next step', async ({ page, bridge }) => {
  bridge.answer({
    'folder.look': ({ path }) =>
      ({ path, state: 'empty', entries: 0, freeBytes: 48_000_000_000, proposals: [], problem: null }) as const,
    'selection.states': () => ({ folders: [] }) as never,
  });
  bridge.answer(syncedTop({}));
  await bridge.open('#/home');
  await page.evaluate(() => Reflect.set(window, 'dropPaths', { Photos: '/home/ann/Photos' }));
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([], 'Photos'));
    return transfer;
  });
  const card = page.getByRole('link', { name: english.home.addFolder });
  await card.dispatchEvent('dragover', { dataTransfer });
  await expect(page.getByTestId('drop-hint')).toHaveText('Drop a folder to keep it in sync');
  await card.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByRole('combobox')).toHaveValue('/home/ann/Photos');
  expect(bridge.asked.filter(({ name }) => name.startsWith('drop.'))).toEqual([]);
});

test('the setup has three steps, and adding a folder later the last two of them', async ({ page, bridge }) => {
  const first = rootStatus({});
  const second = rootStatus({ id: 2, localPath: '/home/ann/Studio', remoteId: '12' });
  bridge.answer({
    ...syncedTop({}),
    'folder.look': ({ path }) =>
      ({ path, state: 'empty', entries: 0, freeBytes: 48_000_000_000, proposals: [], problem: null }) as const,
  });
  for (const [roots, hash, step] of [
    [[], 'add=folder', 'Step 2 of 3'],
    [[first], `root=${first.id}`, 'Step 3 of 3'],
    [[first], 'add=folder', 'Step 1 of 2'],
    [[first, second], 'root=2', 'Step 2 of 2'],
  ] as const) {
    const shown = status({ roots: [...roots] });
    bridge.answer(signedIn(shown));
    await bridge.open(`#/welcome?${hash}`);
    await bridge.emit('status', shown);
    const dots = page.getByRole('list', { name: step });
    await expect(dots.getByRole('listitem'), step).toHaveCount(Number(step.slice(-1)));
    await expect(dots.locator('[aria-current]')).toHaveText(
      hash === 'add=folder' ? 'Choose a folder' : 'Choose what to sync',
    );
  }
});

test('adding a folder begins with Documents if that can be synced, and says what else it needs', async ({
  page,
  bridge,
}) => {
  bridge.answer({
    ...syncedTop({}),
    ...folderOf([]),
    'folder.look': ({ path }) => ({ path, state: 'empty', entries: 0, freeBytes: null, proposals: [], problem: null }),
  });
  await bridge.open('#/welcome?add=folder');
  const field = page.getByRole('combobox');
  await expect(field).toHaveValue('~/Documents');
  await expect(page.getByText(words.chooseBoth)).toBeVisible();
  await expect(page.getByRole('button', { name: words.goOn })).toBeDisabled();
  const remote = page.getByRole('button', { name: words.remote });
  await expect(remote).toHaveCSS('height', '40px');
  expect((await remote.boundingBox())?.width).toBeGreaterThan((await field.boundingBox())?.width ?? Number.NaN);
  await remote.click();
  await page.getByRole('dialog').getByRole('button', { name: words.takeRemote }).click();
  await expect(remote).toHaveText(english.files.top);
  await expect(page.getByText(words.chooseBoth)).toHaveCount(0);
  await expect(page.getByRole('button', { name: words.goOn })).toBeEnabled();
  await bothSchemesAreSound(page);
});

test('adding a folder shows an example where Documents can not be synced', async ({ page, bridge }) => {
  for (const state of ['new', 'refused'] as const) {
    bridge.answer({
      ...syncedTop({}),
      'folder.look': ({ path }) => ({ path, state, entries: 0, freeBytes: null, proposals: [], problem: null }),
    });
    await bridge.open('#/welcome?add=folder');
    const field = page.getByRole('combobox');
    await expect(field).toHaveAttribute('placeholder', '~/Documents');
    await expect(field).toHaveValue('');
  }
});
