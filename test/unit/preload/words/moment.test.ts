import { expect, test } from 'vitest';
import { sayInGerman } from '../../../../preload/words/de/say-in-german.ts';
import { sayInEnglish, sayInTerminal } from '../../../../preload/words/en/english.ts';

/** Saturday, in the time zone of this computer, as the sentences are. */
const now = new Date(2026, 10, 28, 12, 0).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();

test.each([
  ['the same day', at(2026, 10, 28, 22, 27), 'at 22:27', 'um 22:27'],
  ['the next days', at(2026, 11, 3, 9, 5), 'on December 3 at 09:05', 'am 3. Dezember um 09:05'],
  ['a week later, on the same weekday', at(2026, 11, 5, 12, 0), 'on December 5 at 12:00', 'am 5. Dezember um 12:00'],
  ['a month later', at(2026, 11, 28, 22, 27), 'on December 28 at 22:27', 'am 28. Dezember um 22:27'],
  ['another year', at(2027, 2, 4, 8, 0), 'on March 4 at 08:00', 'am 4. März um 08:00'],
  ['a day long past', at(2026, 9, 3, 8, 0), 'on October 3 at 08:00', 'am 3. Oktober um 08:00'],
])('a moment on %s is unmistakable', (_what, atMs, english, german) => {
  const resumes = { code: 'resumes_at', args: { atMs } } as const;
  for (const say of [sayInEnglish(() => now), sayInTerminal(() => now)])
    expect(say(resumes)).toBe(`Resumes ${english}.`);
  expect(sayInGerman(() => now)(resumes)).toBe(`Läuft ${german} weiter.`);
});
