import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { edgeCaseOutcomes } from './edge-case-outcomes.ts';

/** The path of the generated page. */
export const edgeCasesFile = new URL('../edge-cases.md', import.meta.url);

const tests = new URL('../../test/', import.meta.url);

/** A test by its file, as people find it, and its title. */
export type TitledTest = { readonly file: string; readonly title: string };

/** The tests whose titles carry the number of an edge case, by number, in the order of their files. */
export const testsOfEdgeCases = (): ReadonlyMap<number, readonly TitledTest[]> => testsByNumber('E');

/** The same for the rules (P) and the invariants (I) of the engine, as `main/engine/SPEC.md` numbers them. */
export const testsOfRules = (letter: 'P' | 'I'): ReadonlyMap<number, readonly TitledTest[]> => testsByNumber(letter);

function testsByNumber(letter: 'E' | 'P' | 'I'): ReadonlyMap<number, readonly TitledTest[]> {
  const found = new Map<number, TitledTest[]>();
  for (const name of readdirSync(tests, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!name.endsWith('.ts')) continue;
    const file = `test/${name.replaceAll('\\', '/')}`;
    for (const title of titlesIn(readFileSync(new URL(name, tests), 'utf8'))) {
      for (const number of numbersIn(title, letter)) found.set(number, [...(found.get(number) ?? []), { file, title }]);
    }
  }
  return found;
}

/** First arguments that contain a number: titles of `test`, `it` and `describe`, and of their tables. */
function titlesIn(source: string): readonly string[] {
  return [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*\[[EPI]\d+\](?:\\.|(?!\1)[^\\\n])*)\1\s*,/g)].map(
    ([, , title = '']) => title,
  );
}

const numbersIn = (title: string, letter: 'E' | 'P' | 'I'): ReadonlySet<number> =>
  new Set(
    [...title.matchAll(/\[([EPI])(\d+)\]/g)].flatMap(([, kind, number]) => (kind === letter ? [Number(number)] : [])),
  );

/** The text of `docs/edge-cases.md`: each case in words, and the files whose tests show it. */
function edgeCasesText(): string {
  const found = testsOfEdgeCases();
  const rows = edgeCaseOutcomes.map(([number, outcome]) => {
    const files = [...new Set((found.get(number) ?? []).map(({ file }) => file))];
    return `| ${number} | ${outcome} | ${files.map((file) => `[${file.slice('test/'.length)}](../${file})`).join(', ')} |`;
  });
  return `# Edge cases

Situations in which sync clients tend to lose, duplicate or leak data, and their outcome here. The titles of the tests carry the
number: \`grep -rn "\\[E47\\]" test\`. \`npm run docs\` generates this page.

| | outcome | tests |
|---|---|---|
${rows.join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(edgeCasesFile, edgeCasesText());
