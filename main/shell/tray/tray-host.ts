import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Runs a program and gives its standard output; rejects when it fails or is not installed. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

const watcher = 'org.kde.StatusNotifierWatcher';
const property = 'IsStatusNotifierHostRegistered';
const getProperty = 'org.freedesktop.DBus.Properties.Get';

/** Programs that ask the session bus for one property; any desktop has one of them. */
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
 * Does something show the icons of trays? On Linux a tray can be made where nothing shows it (GNOME without its extension), and a
 * window hidden to it would be gone. `tries`: looks a second apart, since at login the panel may start after the application does.
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

/** The first program that answers; without any there is no bus, and no tray. */
async function hasHostNow(run: RunProgram): Promise<boolean> {
  for (const [program, args] of askers) {
    const answer = await run(program, args.split(' ')).catch(() => null);
    if (answer !== null) return /\btrue\b/.test(answer);
  }
  return false;
}

export const runProgram: RunProgram = async (program, args) =>
  (await promisify(execFile)(program, [...args], { timeout: 3_000 })).stdout;
