import { appendFileSync, copyFileSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { withoutSecrets } from './doctor/without-secrets.ts';
import { openPrivate } from './private/open-private.ts';

/** Two files of this size are kept. */
const MOST_BYTES = 512 * 1024;
const LAST_LINES = 200;

/** The log of the desktop app in its state folder, and its former part. */
const filesOf = (state: string) => ({
  current: path.join(state, 'tandem.log'),
  former: path.join(state, 'tandem.log.1'),
});

/**
 * Writes the log of a program without a terminal. Lines reach the disk at once, since the last ones before a crash matter most. A log that can't be
 * written stops nothing.
 */
export function logFile(state: string): (line: string) => void {
  const { current, former } = filesOf(state);
  return (line) => {
    try {
      openPrivate('folder', state);
      if (sizeOf(current) > MOST_BYTES) renameSync(current, former);
      openPrivate('file', current);
      appendFileSync(
        current,
        `${withoutSecrets(line)
          .replaceAll(/\s*\n\s*/g, ' | ')
          .slice(0, 16_384)}\n`,
      );
    } catch {
      // A full disk: the terminal, if any, still shows it.
    }
  };
}

/** The last lines of the log for a report, oldest first. The last fault comes with them, however old. */
export function lastLogLines(state: string): readonly string[] {
  const { current, former } = filesOf(state);
  const lines = [former, current].flatMap(linesOf);
  const last = lines.slice(-LAST_LINES);
  const fault = lines.slice(0, -LAST_LINES).findLast((line) => line.includes(FAULT));
  return fault === undefined || last.some((line) => line.includes(FAULT)) ? last : [fault, ...last];
}

/** Marks an error that no code expected (`lineLog`). */
const FAULT = ' error ';

/** Bounds the output that launchd collects for `tandem run`. Called at each start: launchd appends, so the file may be emptied while it is open. */
export function boundLoginServiceLog(state: string): void {
  const file = loginServiceLog(state);
  try {
    if (sizeOf(file) <= MOST_BYTES) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch {
    // The next start bounds it.
  }
}

/** The output of the login service on macOS; systemd has a journal. */
export const loginServiceLog = (state: string): string => path.join(state, 'service.log');

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
