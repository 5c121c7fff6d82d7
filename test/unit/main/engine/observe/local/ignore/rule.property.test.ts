import fc from 'fast-check';
import ignore from 'ignore';
import { expect, test } from 'vitest';
import { createIgnoreRules } from '../../../../../../../main/engine/observe/local/ignore/ignore-rules.ts';

/** Small names and patterns from few characters, so that they often meet. */
const name = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '-', '1', ' x', '*'), minLength: 1, maxLength: 4 });
const paths = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));
const bracket = fc.constantFrom('[ab]', '[!a]', '[^b]', '[a-c]', '[]a]', '[c-a]', '[-b]', '[[:digit:]]', '[[:odd:]]');
const part = fc
  .array(fc.oneof(fc.constantFrom('a', 'b', 'B', '1', '-', '*', '?', '**', '\\*', '\\a', ' '), bracket), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''));
const pattern = fc
  .tuple(
    fc.constantFrom('', '!', '/', '!/', '**/', '\\'),
    fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '/', '/**', '  ', '/*'),
  )
  .map(([start, parts, end]) => start + parts.join('/') + end);

test('[P69] random rules say of random paths what the reference implementation of gitignore says', () => {
  fc.assert(
    fc.property(
      fc.array(pattern, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(paths, fc.boolean()), { minLength: 1, maxLength: 8 }),
      (lines, asked) => {
        const ours = createIgnoreRules(lines);
        const reference = ignore({ ignorecase: true, allowRelativePaths: true }).add(lines);
        for (const [path, isFolder] of asked) {
          const isIgnored = reference.ignores(isFolder ? `${path}/` : path);
          expect([path, isFolder, ours.match(path, isFolder) !== null]).toEqual([path, isFolder, isIgnored]);
        }
      },
    ),
    { numRuns: 1_500 },
  );
});
