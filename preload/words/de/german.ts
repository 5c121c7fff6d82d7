import type { Language, Writing } from '../wording.ts';
import { notes } from './notes.ts';
import { problems } from './problems.ts';
import { refusals } from './refusals.ts';
import { service } from './service.ts';

/**
 * The words alone, without a value import from outside this folder: the window awaits this script while its first one still runs, and a script
 * that needs the first one then waits forever.
 */
export const german: Language = { problems, refusals, notes, service };

const UNITS = ['Bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A character of a script that is read from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name that is read the other way stays whole within its sentence (Unicode Standard Annex 9, isolates). */
const named = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

const count = (amount: number): string => amount.toLocaleString('de-DE');
const counted = (amount: number, one: string, many: string): string => `${count(amount)} ${amount === 1 ? one : many}`;

const amounts: Omit<Writing, 'moment' | 'hint' | 'flag'> = {
  quoted: (name) => `„${named(name)}“`,
  named,
  count,
  files: (amount) => counted(amount, 'Datei', 'Dateien'),
  items: (amount) => counted(amount, 'Element', 'Elemente'),
  bytes,
  duration,
};

/** Powers of ten, three figures at most: `3,1 GB`. */
function bytes(amount: number): string {
  let value = amount;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  if (unit === 0) return counted(value, 'Byte', 'Bytes');
  const written = value.toFixed(value >= 100 ? 0 : 1).replace(/\.0$/, '');
  return `${written.replace('.', ',')} ${UNITS[unit] ?? ''}`;
}

function duration(seconds: number): string {
  if (seconds < 10) return 'wenige Sekunden';
  if (seconds < 55) return `etwa ${Math.round(seconds / 10) * 10} Sekunden`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `etwa ${counted(minutes, 'Minute', 'Minuten')}`;
  return `etwa ${counted(Math.round(minutes / 60), 'Stunde', 'Stunden')}`;
}

/** In the time zone of this computer. */
function moment(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString('de-DE', { timeStyle: 'short' });
  if (at.toDateString() === new Date(nowMs).toDateString()) return `um ${time}`;
  return `am ${at.toLocaleDateString('de-DE', { day: 'numeric', month: 'long' })} um ${time}`;
}

/** German formats of the values in a sentence. */
export const germanWriting = (nowMs: () => number): Writing => ({
  ...amounts,
  moment: (atMs) => moment(atMs, nowMs()),
  hint: () => '',
  flag: () => '',
});
