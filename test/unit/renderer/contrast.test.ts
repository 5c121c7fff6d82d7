import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageColours } from '../../../service/http/pages/page-style.ts';

const css = readFileSync(path.join(import.meta.dirname, '../../../renderer/style/tokens.css'), 'utf8');

/** Each colour token as [light, dark]. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\);/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);

type Theme = 'light' | 'dark';
const themes: readonly Theme[] = ['light', 'dark'];

function colour(name: string, theme: Theme): string {
  const value = tokens.get(name)?.[theme];
  if (value === undefined) throw new Error(`no token "${name}"`);
  return value;
}

/** WCAG 2.2: relative luminance of an opaque colour. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['bg', 'side', 'card', 'over', 'hover'];
const states = ['ok', 'busy', 'warn', 'bad', 'mute'];
const fileTypes = ['folder', 'pdf', 'doc', 'sheet', 'slide', 'image', 'video', 'audio', 'zip', 'code', 'cad'];
const people = [1, 2, 3, 4, 5, 6, 7, 8];

const onSurfaces = (name: string): (readonly [string, string])[] => surfaces.map((surface) => [name, surface]);

/** Text on its background: at least 4.5:1. */
const texts = [
  ...onSurfaces('text'),
  ...onSurfaces('dim'),
  ...onSurfaces('accent'),
  ...['bg', 'card', 'over'].map((surface) => ['bad', surface] as const),
  ...['text', 'dim', 'accent'].map((text) => [text, 'accent-bg'] as const),
  ...states.map((state) => [state, `${state}-bg`] as const),
  ['text', 'theirs-bg'],
  ['text', 'theirs-mark'],
  ['text', 'yours-mark'],
  ['dim', 'mute-bg'],
  ['on-accent', 'accent'],
  ['bg', 'warn'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-inverse', 'inverse'],
  ['inverse-accent', 'inverse'],
  ['inverse-dim', 'inverse'],
  ...people.map((person) => ['on-person', `person-${person}`] as const),
] as const;

/** Borders of controls and drawings that carry meaning: at least 3:1. */
const drawings = [
  ...onSurfaces('edge'),
  ...['card', 'over', 'hover', 'bg', 'accent-bg'].flatMap((surface) =>
    fileTypes.map((type) => [`t-${type}`, surface] as const),
  ),
  ...['bg', 'side', 'card', 'over'].map((surface) => ['accent', surface] as const),
] as const;

const tooFaint = (pairs: readonly (readonly [string, string])[], least: number, theme: Theme): string[] =>
  pairs
    .map(([front, back]) => ({ front, back, ratio: contrast(colour(front, theme), colour(back, theme)) }))
    .filter(({ ratio }) => ratio < least)
    .map(({ front, back, ratio }) => `${front} on ${back}: ${ratio.toFixed(2)}`);

describe.each(themes)('contrast of the tokens, %s', (theme) => {
  it('gives every text 4.5:1 on each surface it stands on', () => {
    expect(tooFaint(texts, 4.5, theme)).toEqual([]);
  });

  it('gives control borders and type icons 3:1', () => {
    expect(tooFaint(drawings, 3, theme)).toEqual([]);
  });
});

it('gives texts 4.5:1 and control borders 3:1 around a picture in Quick Look', () => {
  const onStage = ['text', 'dim', 'accent'].map((text) => [text, 'stage'] as const);
  expect(tooFaint(onStage, 4.5, 'dark')).toEqual([]);
  expect(tooFaint([['edge', 'stage']], 3, 'dark')).toEqual([]);
});

it.each(Object.entries(pageColours))(
  'the pages of the service have the same colour for --%s',
  (name, [light, dark]) => {
    expect({ light, dark }).toEqual(tokens.get(name));
  },
);
