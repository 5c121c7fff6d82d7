import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { germanAdministration } from '../../../../renderer/texts/de/administration.ts';
import { german } from '../../../../renderer/texts/de/german.ts';
import { englishAdministration } from '../../../../renderer/texts/en/administration.ts';
import { english } from '../../../../renderer/texts/en/english.ts';
import {
  formatBytes,
  formatDuration,
  formatExactly,
  formatMoment,
  formatWhen,
} from '../../../../renderer/texts/format.ts';
import { languageOf } from '../../../../renderer/texts/language.ts';

/** Each text by its place in the catalogue, such as `home.title`. */
type Found = ReadonlyMap<string, unknown>;

function textsOf(catalogue: unknown, place = ''): Found {
  if (typeof catalogue !== 'object' || catalogue === null) return new Map([[place, catalogue]]);
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) => [...textsOf(value, place === '' ? key : `${place}.${key}`)]),
  );
}

const NUMBERS = [0, 1, 2, 5, 1_000_000];
const catalogues = {
  English: textsOf({ ...english, ...englishAdministration }),
  German: textsOf({ ...german, ...germanAdministration }),
};

/** The text with `number` for each name and count. */
function said(text: unknown, number: number): unknown {
  return typeof text === 'function' ? Reflect.apply(text, undefined, Array(text.length).fill(number)) : text;
}

/** Same in both: names, signs, words that German took over, and texts of only numbers and names. */
const SAME = [
  /^name$/,
  /^home\.(counts|left|ofBytes|invites)$/,
  /\.name$/,
  /\.(version|webhookName|versionBy|requestOf)$/,
  /^why\.(sha1|problem)$/,
  /^details\.tabs\.webhooks$/,
  /^(bookmarks|files)\.linkAddress$/,
  /^connections\.(address|tabs\.webhooks|deviceColumns\.owner|webhookColumns\.(url|id))$/,
  /^governance\.((hold|policy)Columns\.status|heldCounts\.file_version|versionOf|targetNames\.(user|file_version))$/,
  /^hubs\.(title|pendingName)$/,
  /^manage\.person$/,
  /^requests\.columns\.status$/,
  /^people\.(status|userColumns\.status|spaceOf)$/,
  /^(activity\.filters|files\.(show|look)Details|palette\.kinds\.(pdf|video))$/,
  /^selection\.size$/,
  /^settings\.(proxy|speedUnit|keepBytesOther|keepBytesOptions\.\d+)$/,
];

/** Named like the name of a button, and none. */
const NO_BUTTONS = new Set(['bookmarks.linkOf', 'settings.hoursOf', 'governance.lengthOf', 'people.spaceOf']);

describe('the catalogues of the window', () => {
  it('hold the same texts', () => {
    expect([...catalogues.German.keys()].sort()).toEqual([...catalogues.English.keys()].sort());
    for (const [place, text] of catalogues.English)
      expect([place, typeof catalogues.German.get(place)]).toEqual([place, typeof text]);
  });

  it.each(Object.entries(catalogues))('%s: no text is empty, whatever the number', (_name, found) => {
    for (const [place, text] of found) {
      for (const number of NUMBERS) {
        const words = said(text, number);
        expect(words, place).toBeTypeOf('string');
        expect(String(words), place).toMatch(/\S/);
        expect(String(words), place).not.toMatch(/undefined|NaN|null|\[object|^\s|\s$/);
      }
    }
  });

  it('nothing in German is English, but for names and signs', () => {
    const untranslated = [...catalogues.English]
      .filter(([place]) => !SAME.some((pattern) => pattern.test(place)))
      .filter(([place, text]) => said(text, 1_000_000) === said(catalogues.German.get(place), 1_000_000))
      .map(([place]) => place);
    expect(untranslated).toEqual([]);
  });

  it('German has its own quotes, and spaces before an ellipsis', () => {
    for (const [place, text] of catalogues.German) {
      const words = String(said(text, 5));
      expect(words, place).not.toMatch(/“[^“]*”|"/);
      expect(words, place).not.toMatch(/\p{L}…/u);
    }
  });

  it.each(Object.entries(catalogues))('%s: the name of a button holds the words on it (WCAG 2.5.3)', (_name, found) => {
    const without = [...found].filter(([place, text]) => {
      const onIt = found.get(place.replace(/Of$/, ''));
      if (!place.endsWith('Of') || typeof onIt !== 'string' || NO_BUTTONS.has(place)) return false;
      return !String(said(text, 5)).toLowerCase().includes(onIt.replace(/\s?…$/, '').toLowerCase());
    });
    expect(without.map(([place]) => place)).toEqual([]);
  });

  it('the imports of a catalogue lie outside the first script, which waits for the catalogue', () => {
    // A static import of anything else would be one of the script that waits: it would never end (see vite.config.ts).
    const imported = globSync('renderer/texts/de/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import (?!type).*'(.*)';$/gm)].map((found) =>
        path.join(path.dirname(file), found[1] ?? ''),
      ),
    );
    const outside = imported.filter((file) => !file.startsWith('renderer/texts/de/'));
    expect([...new Set(outside)]).toEqual(['renderer/texts/format.ts']);
  });
});

it('the sentences of the engine in German are fetched with nothing of the first script', () => {
  // The shell has no first script.
  const german = globSync('preload/words/de/**/*.ts').filter((file) => !file.endsWith('say-in-german.ts'));
  const imported = german.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?!type).*'(.*)';$/gm)].map((found) =>
      path.join(path.dirname(file), found[1] ?? ''),
    ),
  );
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((file) => !german.includes(file))).toEqual([]);
  const others = globSync('{renderer,preload}/**/*.{ts,tsx}').filter((file) => !german.includes(file));
  const reaching = others.filter((file) => /^import (?!type).*words\/de\//m.test(readFileSync(file, 'utf8')));
  expect(reaching).toEqual([]);
});

describe('German numbers and times', () => {
  const noon = new Date(2026, 10, 20, 12, 0, 0).getTime();

  it.each([
    [formatBytes(1_449_000, 'de'), '1,4 MB'],
    [german.home.counts(12_480, 38_400_000_000), '12.480 Dateien · 38,4 GB'],
    [german.home.counts(1, 11), '1 Datei · 11 B'],
    [german.drop.question(2, 'Briefe'), '2 Dateien sind in „Briefe“ schon vorhanden.'],
    [formatDuration(61, 'de'), '1 Min.'],
    [formatDuration(3 * 86_400, 'de'), '3 Tage'],
    [formatWhen(noon - 2_000, noon, 'de'), 'gerade eben'],
    [formatWhen(noon - 14 * 60_000, noon, 'de'), 'vor 14 Min.'],
    [formatWhen(noon - 3 * 3_600_000, noon, 'de'), '09:00'],
    [formatMoment(noon - 26 * 3_600_000, noon, false, 'de'), 'Gestern 10:00'],
    [formatMoment(noon - 400 * 86_400_000, noon, false, 'de'), '16. Okt. 2025'],
    [formatExactly(noon, 'de').replace(/\s+/g, ' '), 'Freitag, 20. November 2026 um 12:00:00'],
  ])('%s', (text, expected) => expect(text.replaceAll('\u00a0', ' ')).toBe(expected));
});

it.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['en-GB', 'de'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('who reads %s is met in %s', (wanted, expected) => expect(languageOf(wanted)).toBe(expected));

/** Attributes that are read or heard. */
const SPOKEN = new Set(['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'label', 'detail']);

it('no page says anything that is not in the catalogue', () => {
  const planted = '<p title="Name of it">{"Words"} and more <b aria-label={texts.home.title}>·</b></p>';
  expect(spokenIn('planted', planted)).toEqual(['planted: Name of it', 'planted: Words', 'planted: and more']);
  expect(globSync('renderer/**/*.tsx').flatMap((file) => spokenIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

function spokenIn(file: string, code: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = spokenText(node);
    if (text !== null && /\p{L}{2}/u.test(text)) found.push(`${file}: ${text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

function spokenText(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text;
  if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText()) && node.initializer !== undefined)
    return ts.isStringLiteral(node.initializer) ? node.initializer.text : null;
  if (ts.isJsxExpression(node) && ts.isJsxElement(node.parent) && node.expression !== undefined)
    return ts.isStringLiteralLike(node.expression) ? node.expression.text : null;
  return null;
}
