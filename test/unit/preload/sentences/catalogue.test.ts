import { describe, expect, it } from 'vitest';
import { createSaid } from '../../../../preload/sentences/catalogue.ts';
import { germanSaid, germanTemplates } from '../../../../preload/sentences/german.ts';
import { partsOf } from '../../../../preload/sentences/template.ts';

const said = germanSaid();

describe('a refusal in German', () => {
  it.each([
    // As a title, without its full stop.
    ['The address is missing', 'Die Adresse fehlt'],
  ])('%s', (english, german) => expect(said(english)).toBe(german));

  it('takes any names and paths as they are', () => {
    for (const name of ['a.txt', 'It is. Read.', 'A "b" c', '{subject}', '1,234', '$1', 'ab'.repeat(200)])
      expect(said(`“${name}” is not the address of a service.`)).toBe(
        `„${name}“ ist nicht die Adresse eines Dienstes.`,
      );
  });

  it('keeps a name whole that is read from right to left', () => {
    expect(said('“תמונות” is not the address of a service.')).toBe(
      '„\u2068תמונות\u2069“ ist nicht die Adresse eines Dienstes.',
    );
  });

  it('says a message and its remedy one after the other', () => {
    expect(said('“a. B” is not the address of a service. Sign in again.')).toBe(
      '„a. B“ ist nicht die Adresse eines Dienstes. Melden Sie sich wieder an.',
    );
  });

  it('says a reason within a sentence, and one that it does not know as it came', () => {
    const because = (why: string): string => said(`The private service did not start: ${why}`);
    expect(because('Cannot read the file "/b/a": the disk is full.')).toBe(
      'Der private Dienst ist nicht gestartet: „/b/a“ lässt sich nicht verwenden: Das Laufwerk ist voll.',
    );
    expect(because('EWHAT')).toBe('Der private Dienst ist nicht gestartet: EWHAT');
  });

  it.each(['Something that nobody wrote a German form of.', '', 'a.txt', 'Über uns.'])(
    '%j stays as it is',
    (sentence) => expect(said(sentence)).toBe(sentence),
  );

  it('says thousands of different sentences in a moment, and the same again', () => {
    const many = Array.from({ length: 2_500 }, (_, n) => `“file ${n}” is not the address of a service.`);
    for (const sentence of [...many, ...many.slice(0, 10)]) expect(said(sentence)).toMatch(/^„file \d+“ ist nicht/);
  });
});

describe('the German catalogue', () => {
  const templates = Object.entries(germanTemplates());
  const placesOf = (template: string): readonly string[] =>
    partsOf(template).flatMap((part) => (typeof part === 'string' || part.kind === 'word' ? [] : [part.name]));

  it('has a form of its own for every sentence, with the same places in it', () => {
    for (const [english, german] of templates) {
      // A role that German took over.
      if (english.includes(' ') || english !== german) expect(german, english).not.toBe(english);
      expect([...new Set(placesOf(german))].sort(), english).toEqual([...new Set(placesOf(english))].sort());
    }
  });

  it('has German quotes, full stops where English has them, and addresses people politely', () => {
    for (const [english, german] of templates) {
      expect(german, english).not.toMatch(/“[^“]*”|"/);
      expect(german.endsWith('.'), english).toBe(english.endsWith('.'));
      expect(german, english).not.toMatch(/\b[Dd](u|ein|eine|ich|ir)\b/);
    }
  });

  it('names the kind of a place that there is', () => {
    expect(() => partsOf('{n:number} items')).toThrow('"number"');
    expect(() => createSaid({ templates: { '{a:what}': '' }, written: {} as never })).toThrow('"what"');
  });
});
