import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { askedOperations, askedRows } from '../../../docs/generate/asked.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const generated = ['node_modules', '.git', 'dist', 'release', 'coverage', 'test-results'];

const filesLike = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: repository, exclude: (name) => generated.includes(name) }).map((file) =>
    file.replaceAll('\\', '/'),
  );

const textOf = (file: string): string => readFileSync(`${repository}${file}`, 'utf8');

const pages = filesLike('**/*.md');
const sources = filesLike('**/*.{ts,tsx,mjs,css}');
const settings = filesLike('{*,deploy/**/*,.github/**/*}.{json,yml,service,conf,sh}');

test('every page that a comment, a title of a test or another page names is in the repository', () => {
  const named = [
    ...pages.flatMap((file) => namesIn(file, textOf(file))),
    ...settings.flatMap((file) => namesIn(file, textOf(file))),
    // The strings of a test name files that it writes.
    ...sources.flatMap((file) => namesIn(file, file.startsWith('test/') ? proseOf(textOf(file)) : textOf(file))),
  ];
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !pages.some((page) => isNameOf(page, name)))).toEqual([]);
});

test('every section of the interface that a comment or a title of a test names is in docs/interface.md', () => {
  const sections: ReadonlySet<string> = new Set([
    ...askedOperations.map(({ section }) => section),
    ...askedRows.map(({ part }) => part),
  ]);
  const named = sources.flatMap((file) =>
    [...textOf(file).matchAll(/\(interface ([\d., ]+)\)|['"`]\[(\d(?:\.\d+)?)\] /g)].flatMap(([, list, section = '']) =>
      (list?.split(', ') ?? [section]).map((one) => ({ file, section: one })),
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ section }) => !sections.has(section))).toEqual([]);
});

function namesIn(file: string, text: string): readonly { readonly file: string; readonly name: string }[] {
  return [...text.matchAll(/(?:[\w-]+\/)*[\w-]+\.md\b/g)].map(([name]) => ({ file, name }));
}

/** True for the path of a page from any folder around it, here or where the service is installed. */
const isNameOf = (page: string, name: string): boolean => `/${page}`.endsWith(`/${name}`) || name.endsWith(`/${page}`);

/** Comments, and the titles of tests. */
function proseOf(source: string): string {
  const comments = source.matchAll(/(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/g);
  const titles = source.matchAll(/\b(?:test|it|describe)\(\s*(['"`])(?:\\.|(?!\1)[^\\\n])*\1/g);
  return [...comments, ...titles].map(([text]) => text).join('\n');
}
