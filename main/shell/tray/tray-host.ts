import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Runs a program and returns its standard output; rejects if it fails or is not installed. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

const watcher = 'org.kde.StatusNotifierWatcher';
const property = 'IsStatusNotifierHostRegistered';
const getProperty = 'org.freedesktop.DBus.Properties.Get';

/** Programs that query one property on the session bus; every desktop has one of them. */
const object = '/StatusNotifierWatcher';
const askers: readonly (readonly [program: string, args: string])[] = [
  [
    'gdbus',
    `call --session --timeout 2 --dest ${watcher} --object-path ${object} --method ${getProperty} ${watcher} ${property}`,
  ],
  ['busctl', `--user --timeout=2 get-property ${watcher} ${object} ${watcher} ${property}`],
  [
    'dbus-send',
    `--session --print-reply --reply-timeout=2000 --dest=${watcher} ${object} ${getProperty} string:${watcher} string:${property}`,
  ],
];

/**
 * Finds out whether a tray host exists. On Linux a tray can be created where nothing shows it (GNOME without its extension), and a window hidden to
 * it would be unreachable. `tries`: attempts, a second apart, because at login the panel may start after the application.
 */
export async function findTrayHost(
  platform: NodeJS.Platform,
  {
    tries,
    run = runProgram,
    wait = sleep,
  }: { tries: number; run?: RunProgram; wait?: (ms: number) => Promise<unknown> },
): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (let left = tries; left > 0; left--) {
    if (await hasHostNow(run)) return true;
    if (left > 1) await wait(1_000);
  }
  return false;
}

/** Uses the first program that works. Without any there is no bus, and no tray. */
async function hasHostNow(run: RunProgram): Promise<boolean> {
  for (const [program, args] of askers) {
    const answer = await run(program, args.split(' ')).catch(() => null);
    if (answer !== null) return /\btrue\b/.test(answer);
  }
  return false;
}

export const runProgram: RunProgram = async (program, args) =>
  (await promisify(execFile)(program, [...args], { timeout: 3_000 })).stdout;
