import { describe, expect, it } from 'vitest';
import {
  formatBriefly,
  formatBytes,
  formatDuration,
  formatExposure,
  formatFocalLength,
  formatMoment,
  formatPath,
  formatUntil,
  formatWhen,
  untilTomorrowMs,
} from '../../../../renderer/texts/format.ts';
import { texts } from '../../../../renderer/texts/texts.ts';

const noon = new Date(2026, 10, 20, 12, 0, 0).getTime();

it('a focal length has one decimal, in the language', () => {
  expect(formatFocalLength(23, 'en')).toBe('23 mm');
  expect(formatFocalLength(4.25, 'de')).toBe('4,3 mm');
});

it('an exposure says what is known of it, in the numbers of the language', () => {
  const known = { seconds: 1 / 250, aperture: 2.8 };
  expect(formatExposure(known, 'en')).toBe('1/250 s · f/2.8');
  expect(formatExposure(known, 'de')).toBe('1/250 s · f/2,8');
  expect(formatExposure({ seconds: 1.3, aperture: null }, 'en')).toBe('1.3 s');
  expect(formatExposure({ seconds: null, aperture: null }, 'en')).toBe('');
});

describe('formatted values', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1_449_000, '1.4 MB'],
    [99_960_000, '100 MB'],
    [999_600_000, '1 GB'],
    [38_400_000_000, '38.4 GB'],
    [412_000_000_000, '412 GB'],
    [-5, '0 B'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [61, '1 min'],
    [7200, '2 h'],
    [3 * 86_400, '3 d'],
  ])('%d seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it.each([
    [2_000, 'just now'],
    [30_000, 'just now'],
    [14 * 60_000, '14 min ago'],
    [3 * 3_600_000, '09:00'],
    [26 * 3_600_000, 'yesterday 10:00'],
    [50 * 3_600_000, '18 Nov 10:00'],
    [400 * 86_400_000, '16 Oct 2025'],
  ])('%d ms before noon is shown as %s', (ago, text) => expect(formatWhen(noon - ago, noon)).toBe(text));

  it.each([
    [-2_000, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 min ago'],
    [59 * 60_000 + 59_000, '59 min ago'],
    [3_600_000, '11:00'],
    [3 * 3_600_000, '09:00'],
    [26 * 3_600_000, '19 Nov'],
    [400 * 86_400_000, '16 Oct 2025'],
  ])('%d ms before noon is briefly %s', (ago, text) => expect(formatBriefly(noon - ago, noon)).toBe(text));

  const evening = new Date(2026, 11, 31, 23, 0, 0).getTime();
  it.each([
    [30 * 60_000, '23:30', '23:30'],
    [2 * 3_600_000, '1 Jan 2027 01:00', '1. Jan. 2027 01:00'],
  ])('a moment %d ms after New Year’s Eve at eleven keeps its time of day', (ahead, english, german) => {
    expect(formatUntil(evening + ahead, evening)).toBe(english);
    expect(formatUntil(evening + ahead, evening, false, 'de')).toBe(german);
  });

  it('a moment ahead names the day if it is another one', () => {
    expect(formatUntil(noon + 18 * 3_600_000, noon)).toBe('21 Nov 06:00');
    expect(formatUntil(noon + 5_000, noon, true)).toBe('12:00:05');
  });

  it('a moment of yesterday says so, also on New Year’s Day, and in a sentence without a capital', () => {
    expect(formatMoment(noon - 36 * 3_600_000, noon)).toBe('Yesterday 00:00');
    expect(formatMoment(noon - 36 * 3_600_001, noon)).toBe('18 Nov 23:59');
    expect(formatMoment(evening, evening + 3 * 3_600_000)).toBe('Yesterday 23:00');
    expect(formatMoment(evening, evening + 3 * 3_600_000, true)).toBe('yesterday 23:00');
    expect(formatBriefly(evening, evening + 3 * 3_600_000)).toBe('31 Dec 2026');
  });

  it('means six in the morning by tomorrow, also after midnight', () => {
    expect(untilTomorrowMs(noon)).toBe(18 * 3_600_000);
    expect(untilTomorrowMs(new Date(2026, 10, 20, 1, 0, 0).getTime())).toBe(5 * 3_600_000);
  });

  it('counts one and many', () => {
    expect(texts.home.counts(1, 11)).toBe('1 file · 11 B');
    expect(texts.home.counts(12_480, 38_400_000_000)).toBe('12,480 files · 38.4 GB');
    expect(texts.drop.question(1, 'Documents')).toBe('1 file is already in “Documents”.');
    expect(texts.drop.question(2, 'Documents')).toBe('2 files are already in “Documents”.');
    expect(texts.navigation.space(41_200_000_000, -1)).toBe('41.2 GB used');
  });
});

it('paths below the home folder are written with ~, others whole', () => {
  expect(formatPath('/home/ann/Tandem', '/home/ann')).toBe('~/Tandem');
  expect(formatPath('/home/ann', '/home/ann')).toBe('~');
  expect(formatPath('/home/annabel/Tandem', '/home/ann')).toBe('/home/annabel/Tandem');
  expect(formatPath('/mnt/disk', '/')).toBe('/mnt/disk');
  expect(formatPath('C:\\Users\\Ann\\Tandem', null)).toBe('C:\\Users\\Ann\\Tandem');
});
