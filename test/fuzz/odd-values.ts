import type { Chance } from '../simulation/world/chance.ts';

/** Texts that have broken programs before: lengths, Unicode, control characters, other formats, other languages. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\r\nx-injected: 1',
  '.',
  '..',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  'trailing ',
  'CON',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(100_000),
  '\u{1F4C1}'.repeat(300),
  '\uD800',
  'e\u0301'.repeat(200),
  '\u202Eevil',
  '\uFEFFbom',
  "'; drop table item; --",
  '" or ""="',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}%s%n',
  'null',
  'undefined',
  'true',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  '2026-13-45T99:99:99Z',
  '2026-01-01',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.001Z',
  'http://',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'http://[::ffff:10.0.0.1]/',
  'a@b',
  '1e309',
  '-1',
  '0',
  '00',
  '1.5',
  '9007199254740993',
  '18446744073709551616',
  '99999999999999999999999999999999',
];

const oddNumbers: readonly number[] = [
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  2 ** 64,
  Number.MIN_VALUE,
];

/** A text that the interface does not expect. */
export function oddText(chance: Chance): string {
  return chance.pick(oddTexts);
}

/** A JSON value that the interface does not expect. */
export function oddValue(chance: Chance): unknown {
  switch (chance.below(9)) {
    case 0:
      return null;
    case 1:
      return chance.below(2) === 0;
    case 2:
      return chance.pick(oddNumbers);
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return Array.from({ length: 2000 }, () => oddText(chance).slice(0, 20));
    case 6:
      return nested(200);
    default:
      return oddText(chance);
  }
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { id: value };
  return value;
}
