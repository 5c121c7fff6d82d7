import type { SentenceLanguage } from '../catalogue.ts';

/** How German writes what stands at the places of a sentence. */
export const germanAmounts: SentenceLanguage['written'] = {
  text: isolated,
  word: isolated,
  count,
  files: (value) => (value === '1 file' ? '1 Datei' : `${count(value.replace(' files', ''))} Dateien`),
  bytes: (value) => value.replace('.', ',').replace('bytes', 'Bytes').replace('KB', 'kB'),
  duration,
  moment,
};

/** A character of a script that is read from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name that is read the other way stays whole within its sentence (Unicode Standard Annex 9, isolates). */
function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

function count(value: string): string {
  return value.replaceAll(',', '.');
}

const UNITS: Readonly<Record<string, string>> = {
  second: 'Sekunde',
  seconds: 'Sekunden',
  minute: 'Minute',
  minutes: 'Minuten',
  hour: 'Stunde',
  hours: 'Stunden',
};

/** `about 4 minutes` */
function duration(value: string): string {
  const [, amount, unit = ''] = /^about ([\d,]+) (\w+)$/.exec(value) ?? [];
  return amount === undefined ? 'wenige Sekunden' : `etwa ${count(amount)} ${UNITS[unit] ?? unit}`;
}

const DAYS: Readonly<Record<string, string>> = {
  Monday: 'Montag',
  Tuesday: 'Dienstag',
  Wednesday: 'Mittwoch',
  Thursday: 'Donnerstag',
  Friday: 'Freitag',
  Saturday: 'Samstag',
  Sunday: 'Sonntag',
};

/** `at 15:20`, `on Saturday at 06:00` */
function moment(value: string): string {
  const [, day, time] = /^(?:on (\w+) )?at (.*)$/.exec(value) ?? [];
  return day === undefined ? `um ${time ?? value}` : `am ${DAYS[day] ?? day} um ${time ?? ''}`;
}
