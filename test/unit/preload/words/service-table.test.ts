import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { say } from '../../../../contract/rules/say.ts';
import { sayInGerman } from '../../../../preload/words/de/say-in-german.ts';
import { service } from '../../../../preload/words/de/service.ts';

/** The sentences of the service in German, by the English ones that its sources write. */
const table = Object.entries(service);

const written = new Set(
  globSync(['contract/**/*.ts', 'service/**/*.ts']).flatMap((file) => idsIn(readFileSync(file, 'utf8'))),
);

const placesOf = (text: string): readonly string[] => [...new Set(text.match(/\{\d+\}/g))].toSorted();

describe('a German sentence of the service', () => {
  it('belongs to one that the service writes', () => {
    expect(table.length).toBeGreaterThan(200);
    expect(table.map(([id]) => id).filter((id) => !written.has(id))).toEqual([]);
  });

  it('has the same places', () => {
    const values = ['value0', 'value1', 'value2', 'value3'];
    for (const [id, german] of table) {
      if (typeof german === 'string') expect(placesOf(german), id).toEqual(placesOf(id));
      else expect(german(...values), id).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it('has German quotes, ends as the English one does, and addresses people politely', () => {
    for (const [id, german] of table) {
      const text = typeof german === 'string' ? german : german('file', 'a', 'b');
      expect(text, id).not.toBe(id);
      expect(text, id).not.toMatch(/“[^“]*”|"/);
      expect(text.at(-1), id).toBe(id.at(-1));
      expect(text, id).not.toMatch(/\b[Dd](u|ein|eine|ich|ir)\b/);
    }
  });
});

describe('a sentence of the service in German', () => {
  const german = (sentences: ReturnType<typeof say>) =>
    sayInGerman(() => 0)({ code: 'said_by_service', args: { sentences } });

  it.each([
    [
      say`This folder already contains a ${'folder'} named "${'Bilder'}". Choose another name.`,
      'Dieser Ordner enthält bereits einen Ordner namens „Bilder“. Wählen Sie einen anderen Namen.',
    ],
    [
      say`Your role "${'viewer'}" does not allow this with "${'a. B'}". Ask its owner for more.`,
      'Ihre Rolle „Ansehen“ erlaubt das bei „a. B“ nicht. Bitten Sie den Eigentümer um die Berechtigung.',
    ],
    [
      say`A name can have at most ${255} characters, not ${1_300}.`,
      'Ein Name darf höchstens 255 Zeichen haben, nicht 1.300.',
    ],
    [
      say`A task to ${'review'} can be ${'incomplete or approved or rejected'}, not ${'completed'}.`,
      'Eine Aufgabe zum Prüfen kann offen oder genehmigt oder abgelehnt sein, nicht erledigt.',
    ],
    [
      [...say`"${'description'}":`, ...say`may have at most ${256} characters, not ${300}.`],
      '„description“: darf höchstens 256 Zeichen haben, nicht 300.',
    ],
    [say`The planet "${'a'}" is full. Unlock it first.`, 'The planet "a" is full. Heben Sie zuerst die Sperre auf.'],
  ])('%j', (sentences, text) => expect(german(sentences)).toBe(text));

  it('takes any name as it is', () => {
    for (const name of ['It is. Read.', 'A "b" c', '{0}', '{1}', '$1', '1,234', 'ab'.repeat(200)])
      expect(german(say`"${name}" is locked by someone else.`)).toBe(
        `„${name}“ ist von einer anderen Person gesperrt.`,
      );
  });

  it('keeps a name whole that is read from right to left', () => {
    expect(german(say`"${'תמונות'}" is locked by someone else.`)).toBe(
      '„\u2068תמונות\u2069“ ist von einer anderen Person gesperrt.',
    );
  });
});

/** Of the tagged templates, and of the texts that a schema of the contract has for its rules (`ruleSentences`), which adds what exceeds a maximum. */
function idsIn(code: string): readonly string[] {
  const source = ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'say')
      found.push(...say(stringsOf(node.template)).map(({ id }) => id));
    else if (ts.isStringLiteralLike(node)) found.push(`${node.text}.`);
    else if (ts.isTemplateExpression(node)) {
      const rule = stringsOf(node).join('{0}');
      found.push(`${rule}.`, `${rule}, not {1}.`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function stringsOf(template: ts.TemplateLiteral): TemplateStringsArray {
  const texts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
  return Object.assign(texts, { raw: texts });
}
