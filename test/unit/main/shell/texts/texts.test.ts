import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { chosenLanguage, openSettings } from '../../../../../main/commands/settings/kept-settings.ts';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import type { ShellTexts, ShellWords } from '../../../../../main/shell/texts/texts.ts';
import { trayMenu } from '../../../../../main/shell/tray/tray-menu.ts';
import { firstTrayView } from '../../../../../main/shell/tray/tray-view.ts';
import { appMenu } from '../../../../../main/shell/window/app-menu.ts';

const german = shellTexts(['de-AT']);
/** The texts of the shell itself. */
const words = ({ say: _ofTheEngine, ...own }: ShellTexts): ShellWords => own;
const nothing = (): void => undefined;

/** All that is said, each function with `number` wherever something is named or counted. */
function said(text: unknown, number: number): readonly string[] {
  if (typeof text === 'string') return [text];
  if (typeof text === 'function') return [String(Reflect.apply(text, undefined, Array(text.length).fill(number)))];
  return Object.values(text ?? {}).flatMap((part) => said(part, number));
}

describe('the texts of menus, tray and notifications', () => {
  it.each([0, 1, 2, 1_000_000])('with %d, German says as much as English, and nothing as English', (number) => {
    const [there, here] = [said(words(german), number), said(words(shellTexts(['en'])), number)];
    expect(there).toHaveLength(here.length);
    for (const text of [...there, ...here]) expect(text).toMatch(/^\S(?!.*(undefined|NaN))/s);
    // A sentence of the engine and its remedy stand together in every language.
    expect(there.filter((text, index) => text === here[index])).toEqual([`${number} ${number}`]);
  });

  it('is German for who reads German first', () => {
    const actions = { showHome: nothing, showActivity: nothing, quit: nothing };
    const menu = appMenu({ platform: 'linux', isPackaged: true, texts: german }, actions);
    expect(menu.map(({ label }) => label)).toEqual(['&Datei', '&Bearbeiten', '&Ansicht']);
    const tray = trayMenu(
      { ...firstTrayView(german), invitations: [{ id: '1', from: 'Carol', item: '' }] },
      {
        ...actions,
        showWindow: nothing,
        showInvitations: nothing,
        accept: nothing,
        decline: nothing,
        reveal: nothing,
        pause: nothing,
        resume: nothing,
        installUpdate: nothing,
      },
      { now: () => new Date(0), texts: german },
    );
    expect(tray.map(({ label }) => label).filter((label) => label !== undefined)).toEqual([
      'Wird gestartet',
      'Carol lädt Sie zur Zusammenarbeit ein',
      'Anhalten',
      'Tandem öffnen',
      'Tandem beenden',
    ]);
  });

  it.each([
    [['fr', 'de'], 'Tandem beenden'],
    [['en-GB', 'de'], 'Quit Tandem'],
    [['fr'], 'Quit Tandem'],
  ])('to who reads %s is %s', (wanted, quit) => expect(shellTexts(wanted).menu.quit).toBe(quit));
});

describe('the language that was chosen', () => {
  let state: string;
  beforeEach(async () => {
    state = await mkdtemp(path.join(tmpdir(), 'tandem-language-'));
  });
  afterEach(async () => {
    await rm(state, { recursive: true, force: true });
  });

  test('is read before anything is open', async () => {
    expect(chosenLanguage(state)).toBeNull();
    await (await openSettings(state)).change({ language: 'de' });
    expect(chosenLanguage(state)).toBe('de');
  });

  test('is none where the settings cannot be read', async () => {
    await writeFile(path.join(state, 'settings.json'), '{"language":');
    expect(chosenLanguage(state)).toBeNull();
  });
});
