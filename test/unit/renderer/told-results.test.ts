import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../run/spawn-tool.ts';

/** Props and options that are dropped if their component is gone before the answer. */
const DROPPED = /\b(?:onSuccess: |onSent=\{)(\w+)\b/g;
const TELLS = /\b(?:tell|onTell)\(/;

/** The text from an opening parenthesis to the one that closes it. */
function parenthesised(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return source.slice(start, at);
  }
  return source.slice(start);
}

/** Code that runs only while the component is mounted: arguments of `mutate`, and the functions passed by name to it or to a form. */
function droppedCode(source: string): readonly string[] {
  const calls = [...source.matchAll(/\.mutate(?=\()/g)].map(({ index }) => parenthesised(source, index + 7));
  const named = [...source.matchAll(DROPPED)].map(([, name = '']) => {
    const start = source.search(new RegExp(`\\b(?:const|function) ${name}\\b`));
    return start === -1 ? '' : source.slice(start, source.indexOf('\n  };\n', start));
  });
  const inline = [...source.matchAll(/\bonSent=\{(?=\()/g)].map(({ index }) =>
    source.slice(index, source.indexOf('\n      }}', index)),
  );
  return [...calls, ...named, ...inline];
}

test('no result is told by code that is dropped with its component', async () => {
  const files = globSync('renderer/**/*.{ts,tsx}', { cwd: repositoryRoot });
  expect(files.length).toBeGreaterThan(100);
  const telling: string[] = [];
  for (const file of files) {
    const source = await readFile(path.join(repositoryRoot, file), 'utf8');
    if (droppedCode(source).some((code) => TELLS.test(code))) telling.push(file);
  }
  expect(telling).toEqual([]);
});
