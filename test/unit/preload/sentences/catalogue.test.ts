import { describe, expect, it } from 'vitest';
import { createSaid } from '../../../../preload/sentences/catalogue.ts';
import { germanSaid, germanTemplates } from '../../../../preload/sentences/german.ts';
import { partsOf } from '../../../../preload/sentences/template.ts';

const said = germanSaid();

describe('a sentence of the engine in German', () => {
  it.each([
    ['Everything is in sync.', 'Alles ist synchron.'],
    // As a title, without its full stop.
    ['Everything is in sync', 'Alles ist synchron'],
    ['Syncing 214 of 1,902 files', 'Datei 214 von 1.902 wird synchronisiert'],
    ['3.1 GB to go, about 4 minutes left.', 'Noch 3,1 GB, etwa 4 Minuten.'],
    ['512 bytes to go, a few seconds left.', 'Noch 512 Bytes, wenige Sekunden.'],
    ['250 KB to go, about 1 hour left.', 'Noch 250 kB, etwa 1 Stunde.'],
    ['1 file, 4.1 MB.', '1 Datei, 4,1 MB.'],
    ['12,480 files, 38 GB.', '12.480 Dateien, 38 GB.'],
    [
      'A folder with the name "Bilder" is in this folder already. Choose another name.',
      'Ein Ordner mit dem Namen „Bilder“ ist in diesem Ordner schon vorhanden. Wählen Sie einen anderen Namen.',
    ],
    ['Your role "viewer" does not allow this with "a. B".', 'Ihre Rolle „Ansehen“ erlaubt das bei „a. B“ nicht.'],
    ['It goes on by itself at 15:20.', 'Sie läuft um 15:20 von selbst weiter.'],
    ['It goes on by itself on Saturday at 06:00.', 'Sie läuft am Samstag um 06:00 von selbst weiter.'],
  ])('%s', (english, german) => expect(said(english)).toBe(german));

  it('takes names and paths as they are, whatever is in them', () => {
    for (const name of ['a.txt', 'It is. Read.', 'A "b" c', '{subject}', '1,234', '$1', 'ab'.repeat(200)])
      expect(said(`"${name}" is locked on the service.`)).toBe(`„${name}“ ist beim Dienst gesperrt.`);
  });

  it('keeps a name whole that is read from right to left', () => {
    expect(said('"תמונות" is locked on the service.')).toBe('„\u2068תמונות\u2069“ ist beim Dienst gesperrt.');
  });

  it('says a message and its remedy one after the other, also behind what somebody else said', () => {
    expect(said('The service refused "a": no luck. Change or rename it; it is tried again after each change.')).toBe(
      'Der Dienst hat „a“ abgelehnt: no luck. Ändern Sie es, oder benennen Sie es um; nach jeder Änderung wird es erneut versucht.',
    );
  });

  it('says a reason within a sentence, and one that it does not know as it came', () => {
    const because = (why: string): string => said(`The disk had trouble with "a": ${why}.`);
    expect(because('Cannot read the file "/b/a": the disk is full')).toBe(
      'Das Laufwerk hatte Schwierigkeiten mit „a“: „/b/a“ lässt sich nicht verwenden: Das Laufwerk ist voll.',
    );
    expect(because('EWHAT')).toBe('Das Laufwerk hatte Schwierigkeiten mit „a“: EWHAT.');
  });

  it.each(['Something that nobody wrote a German form of.', '', 'a.txt', 'Über uns.'])(
    '%j stays as it is',
    (sentence) => expect(said(sentence)).toBe(sentence),
  );

  it('says thousands of different sentences in a moment, and the same again', () => {
    const many = Array.from({ length: 2_500 }, (_, n) => `"file ${n}" is locked on the service.`);
    for (const sentence of [...many, ...many.slice(0, 10)]) expect(said(sentence)).toMatch(/^„file \d+“ ist/);
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
