import { describe, expect, test, vi } from 'vitest';
import { shellTexts } from '../../../../../main/shell/texts/shell-texts.ts';
import { trayActions } from '../../../../../main/shell/tray/tray-actions.ts';
import type { CommandHandlers } from '../../../../../preload/ipc/commands.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';
import { noUpdates } from '../../../../support/desktop/no-updates.ts';
import { type SeamDouble, seamDouble } from '../../../../support/desktop/seam-double.ts';

function opened(seam: SeamDouble, handlers: CommandHandlers = seam.handlers) {
  const electron = electronDouble();
  const shown: unknown[] = [];
  const warnings: string[] = [];
  const installed: true[] = [];
  const actions = trayActions(
    {
      quit: () => electron.app.quit(),
      handlers,
      updates: { ...noUpdates, install: () => installed.push(true) > 0 },
      warn: (message) => void warnings.push(message),
      texts: shellTexts([]),
    },
    { show: (place) => void shown.push(place) },
  );
  return { actions, electron, shown, warnings, installed };
}

describe('an entry of the tray', () => {
  test('asks the engine, and opens no window for a finished action', async () => {
    const seam = seamDouble();
    const { actions, shown, warnings } = opened(seam);
    actions.accept('31');
    actions.decline('32');
    actions.reveal({ rootId: 7, path: 'a.txt' });
    actions.pause(1_800_000);
    actions.resume();
    expect(seam.asked).toEqual([
      { name: 'invitation.accept', request: { id: '31' } },
      { name: 'invitation.decline', request: { id: '32' } },
      { name: 'root.reveal', request: { rootId: 7, path: 'a.txt' } },
      { name: 'sync.pause', request: { forMs: 1_800_000 } },
      { name: 'sync.resume', request: {} },
    ]);
    await new Promise(setImmediate);
    expect([shown, warnings]).toEqual([[], []]);
  });

  test('that is refused opens Home, which says why', async () => {
    const seam = seamDouble({
      'sync.pause': { ok: false, error: { code: 'not_found', message: 'It is gone.', remedy: '' } },
    });
    const { actions, shown, warnings } = opened(seam);
    actions.pause(1);
    await vi.waitFor(() => expect(shown).toEqual(['/']));
    expect(warnings).toEqual(['It is gone.']);
  });

  test('whose command fails opens Home too, and ends nothing', async () => {
    const seam = seamDouble();
    const failing: CommandHandlers = {
      ...seam.handlers,
      'sync.resume': async () => {
        throw new Error('the engine has ended');
      },
    };
    const { actions, shown, warnings } = opened(seam, failing);
    actions.resume();
    await vi.waitFor(() => expect(shown).toEqual(['/']));
    expect(warnings).toEqual(['a command of the tray failed']);
  });

  test('shows the window, the page of invitations, installs an update, or quits', () => {
    const { actions, electron, shown, installed } = opened(seamDouble());
    actions.showWindow();
    actions.showInvitations();
    expect(shown).toEqual([undefined, '/sharing']);
    actions.installUpdate();
    expect(installed).toEqual([true]);
    const quit = vi.spyOn(electron.module.app, 'quit');
    actions.quit();
    expect(quit).toHaveBeenCalledOnce();
  });
});
