import { createSayInPrint } from '../parts.ts';
import { wholeNumber } from '../whole-number.ts';
import { createSay, type Language, type Say, type Writing } from '../wording.ts';
import { notes } from './notes.ts';
import { problems } from './problems.ts';
import { refusals } from './refusals.ts';

export const english: Language = { problems, refusals, notes, service: {} };

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

const counted = (amount: number, one: string, many: string): string =>
  `${wholeNumber(amount)} ${amount === 1 ? one : many}`;

const amounts: Omit<Writing, 'quoted' | 'moment' | 'hint' | 'flag'> = {
  named: (name) => name,
  count: wholeNumber,
  files: (amount) => counted(amount, 'file', 'files'),
  items: (amount) => counted(amount, 'item', 'items'),
  bytes,
  duration,
};

/** Powers of ten, three figures at most: `3.1 GB`. */
function bytes(amount: number): string {
  let value = amount;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return counted(value, 'byte', 'bytes');
  return `${value.toFixed(value >= 100 ? 0 : 1).replace(/\.0$/, '')} ${UNITS[unit] ?? ''}`;
}

function duration(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 55) return `about ${Math.round(seconds / 10) * 10} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${counted(minutes, 'minute', 'minutes')}`;
  return `about ${counted(Math.round(minutes / 60), 'hour', 'hours')}`;
}

/** In the time zone of this computer. */
function moment(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString('en-GB', { timeStyle: 'short' });
  if (at.toDateString() === new Date(nowMs).toDateString()) return `at ${time}`;
  return `on ${at.toLocaleDateString('en-US', { day: 'numeric', month: 'long' })} at ${time}`;
}

/** English for a terminal, with straight quotes. */
export function sayInTerminal(nowMs: () => number): Say {
  return createSay(english, {
    ...amounts,
    quoted: (name) => `"${name}"`,
    moment: (atMs) => moment(atMs, nowMs()),
    hint: (...commands) => ` Run ${commands.map((command) => `"tandem ${command}"`).join(' or ')}.`,
    flag: (name) => ` (${name})`,
  });
}

/** For error messages and logs. */
export const plainEnglish: Say = /* @__PURE__ */ sayInTerminal(Date.now);

/** English formats of the values in a sentence. */
export const englishWriting = (nowMs: () => number): Writing => ({
  ...amounts,
  quoted: (name) => `“${name}”`,
  moment: (atMs) => moment(atMs, nowMs()),
  hint: () => '',
  flag: () => '',
});

/** English for the window, the tray and notifications. */
export const sayInEnglish = (nowMs: () => number): Say => createSayInPrint(english, englishWriting(nowMs));
