import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { claimSingleInstance, type Given } from '../../../../../main/shell/incoming/single-instance.ts';
import { type LifecycleParts, manageLifecycle } from '../../../../../main/shell/process/lifecycle.ts';
import { PreventableEvent } from '../../../../support/browser/window-double.ts';
import { electronDouble } from '../../../../support/desktop/electron-double.ts';

function running(part: Partial<LifecycleParts> = {}) {
  const electron = electronDouble();
  const happened: string[] = [];
  const quit = once(electron.app, 'test-quit');
  // `app.quit()` asks `before-quit` each time: the last one, which no listener prevents, is the end.
  electron.app.on('before-quit', () => queueMicrotask(() => electron.app.hasQuit && electron.app.emit('test-quit')));
  const life = manageLifecycle({
    app: electron.module.app,
    platform: 'linux',
    powerMonitor: electron.module.powerMonitor,
    signals: electron.signals,
    stop: async () => void happened.push('stopped'),
    stopLimitMs: 5_000,
    confirm: (quit) => quit(),
    beforeStop: () => happened.push('before stop'),
    leave: ({ isSessionEnd }) => {
      if (isSessionEnd) happened.push('leaves with the session');
      electron.app.quit();
    },
    checkNow: (what) => happened.push(`look ${JSON.stringify(what)}`),
    endNow: () => happened.push('ended now'),
    showWindow: () => happened.push('show'),
    warn: (message) => happened.push(message),
    ...part,
  });
  return { life, electron, app: electron.app, powerMonitor: electron.powerMonitor, happened, quit };
}

describe('quitting', () => {
  test('begins when the computer is shut down, which waits for it', async () => {
    const { powerMonitor, happened, quit } = running();
    const event = new PreventableEvent();
    powerMonitor.emit('shutdown', event);
    await quit;
    expect([event.isPrevented, happened]).toEqual([true, ['before stop', 'stopped', 'leaves with the session']]);
  });

  test('begins when a system that cannot wait shuts down', async () => {
    const { powerMonitor, happened, quit } = running();
    powerMonitor.emit('shutdown');
    await quit;
    expect(happened).toEqual(['before stop', 'stopped', 'leaves with the session']);
  });

  test('on macOS waits until the system asks for it at the end of the session, and nobody is asked then', async () => {
    const { app, powerMonitor, happened, quit } = running({
      platform: 'darwin',
      confirm: () => happened.push('asks'),
    });
    const event = new PreventableEvent();
    powerMonitor.emit('shutdown', event);
    await new Promise(setImmediate);
    expect([event.isPrevented, happened]).toEqual([false, []]);
    app.quit();
    await quit;
    expect(happened).toEqual(['before stop', 'stopped', 'leaves with the session']);
  });

  test('on macOS is not a part of the session when a person restarts it after a log-out that was called off', async () => {
    const { life, powerMonitor, happened, quit } = running({ platform: 'darwin' });
    powerMonitor.emit('shutdown', new PreventableEvent());
    life.quit();
    await quit;
    expect(happened).toEqual(['before stop', 'stopped']);
  });

  test('on macOS asks again some minutes after a log-out that was called off', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { app, powerMonitor, happened } = running({ platform: 'darwin', confirm: () => happened.push('asks') });
    powerMonitor.emit('shutdown', new PreventableEvent());
    vi.advanceTimersByTime(2 * 60_000);
    app.quit();
    expect(happened).toEqual(['asks']);
  });

  test('does not happen when the process is about to be terminated: the engine ends at once, and once', () => {
    const { app, life, happened } = running();
    life.endNow();
    life.endNow();
    expect([app.isQuitting, happened]).toEqual([false, ['ended now']]);
  });

  test('that is cut off by a termination does not leave any more', async () => {
    const engine = Promise.withResolvers<void>();
    const { app, life, happened } = running({
      stop: () => engine.promise,
      leave: () => happened.push('leaves'),
    });
    app.quit();
    life.endNow();
    engine.resolve();
    await new Promise(setImmediate);
    expect(happened).toEqual(['before stop', 'ended now']);
  });

  test('waits for the engine, and asks it once however often a person quits', async () => {
    const engine = Promise.withResolvers<void>();
    let stops = 0;
    const { app, happened, quit } = running({
      stop: () => {
        stops += 1;
        return engine.promise;
      },
    });
    app.quit();
    app.quit();
    expect([app.hasQuit, stops, happened]).toEqual([false, 1, ['before stop']]);
    engine.resolve();
    await quit;
    expect([app.hasQuit, stops]).toEqual([true, 1]);
  });

  test('does not wait forever', async () => {
    const { app, happened, quit } = running({ stop: () => new Promise(() => undefined), stopLimitMs: 5 });
    app.quit();
    await quit;
    expect(happened).toEqual(['before stop', expect.stringContaining('did not stop in time')]);
  });

  test('is not kept up by an engine that fails', async () => {
    const { app, happened, quit } = running({ stop: () => Promise.reject(new Error('disk')) });
    app.quit();
    await quit;
    expect(happened).toEqual(['before stop', expect.stringContaining('did not stop cleanly')]);
  });

  test('is not kept up by a window that fails to close, and stops the engine all the same', async () => {
    const beforeStop = () => {
      throw new Error('the window is gone');
    };
    const { app, happened, quit } = running({ beforeStop });
    app.quit();
    await quit;
    expect(happened).toEqual(['stopped', expect.stringContaining('did not stop cleanly')]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it as cleanly as the menu does', async (signal) => {
    const { electron, happened, quit } = running();
    electron.signal(signal);
    await quit;
    expect(happened).toEqual(['before stop', 'stopped']);
  });
});

test('the engine looks at once when the computer wakes up, and when a person comes back to it', () => {
  const { powerMonitor, happened } = running();
  powerMonitor.emit('resume');
  powerMonitor.emit('unlock-screen');
  powerMonitor.emit('suspend');
  powerMonitor.emit('lock-screen');
  expect(happened).toEqual(['look {"rescan":true}', 'look {"rescan":false}']);
});

describe('windows', () => {
  test('the last one closed leaves the application running', () => {
    const { app, happened } = running();
    app.emit('window-all-closed');
    expect([app.hasQuit, happened]).toEqual([false, []]);
  });

  test('a click on the dock shows the window', () => {
    const { app, happened } = running();
    app.emit('activate');
    expect(happened).toEqual(['show']);
  });
});

describe('a second start', () => {
  test('ends at once and passes its link and files to the first one', () => {
    const first = electronDouble();
    const given: Given[] = [];
    expect(claimSingleInstance(first.module.app, (what) => given.push(what))).toBe(true);
    const [folder, name] = [path.dirname(import.meta.filename), path.basename(import.meta.filename)];
    first.app.emit('second-instance', {}, ['tandem', 'tandem://activity', name], folder);
    first.app.emit('second-instance', {}, ['tandem', '--flag', name, 'not-there.txt', ''], folder);
    first.app.isPackaged = false;
    first.app.emit('second-instance', {}, ['electron', '--no-sandbox', folder], folder);
    expect(given).toEqual([
      { link: 'tandem://activity', files: [] },
      { link: null, files: [import.meta.filename] },
      { link: null, files: [] },
    ]);

    const second = electronDouble();
    second.system.isFirstInstance = false;
    expect(claimSingleInstance(second.module.app, () => undefined)).toBe(false);
    expect(second.app.hasQuit).toBe(true);
  });
});
