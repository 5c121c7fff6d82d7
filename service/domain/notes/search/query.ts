import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import { parameterRefusal } from '../../refusal.ts';
import { wordsOf } from './words.ts';

/** A search term: one word, or several in sequence. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** It was quoted, so prefixes do not match. */
  readonly isPhrase: boolean;
}

/** Terms that must all match, and terms that must not match. `all` is not empty. */
export interface Alternative {
  readonly all: readonly SearchTerm[];
  readonly none: readonly SearchTerm[];
}

/** One run of a query during parsing: its alternatives, and the terms that NOT excludes from all of them. */
interface Run {
  readonly alternatives: SearchTerm[][];
  readonly none: SearchTerm[];
}

/**
 * Parses a query into alternatives, any of which is enough. AND binds more tightly than the implicit OR between words; NOT excludes
 * from everything up to the next OR. Operators are upper-case; quotes keep words together.
 * @throws Refusal `invalid_parameter` if there are only exclusions, or too many words.
 */
export function parseQuery(text: string): readonly Alternative[] {
  const runs: Run[] = [{ alternatives: [], none: [] }];
  let operator: 'AND' | 'OR' | 'NOT' | null = null;
  for (const [token] of text.matchAll(/"[^"]*"?|[^\s"]+/g)) {
    if (token === 'AND' || token === 'NOT') {
      operator = token;
      continue;
    }
    if (token === 'OR') {
      operator = token;
      runs.push({ alternatives: [], none: [] });
      continue;
    }
    const run = runs.at(-1);
    const term: SearchTerm = { words: wordsOf(token), isPhrase: token.startsWith('"') };
    if (run && term.words.length > 0) addTerm(run, term, operator);
    operator = null;
  }
  const alternatives = runs.flatMap(({ alternatives: found, none }) => found.map((all) => ({ all, none })));
  requireSensible(runs, alternatives);
  return alternatives;
}

function addTerm({ alternatives, none }: Run, term: SearchTerm, operator: 'AND' | 'OR' | 'NOT' | null): void {
  const last = alternatives.at(-1);
  if (operator === 'NOT') none.push(term);
  else if (operator === 'AND' && last) last.push(term);
  else alternatives.push([term]);
}

function requireSensible(runs: readonly Run[], alternatives: readonly Alternative[]): void {
  if (alternatives.length === 0 && runs.some(({ none }) => none.length > 0)) {
    const message = say`The query contains only exclusions. Add at least one word to search for.`;
    throw parameterRefusal('invalid_parameter', 'query', message);
  }
  const words = runs.flatMap((run) => [...run.alternatives.flat(), ...run.none]).flatMap((term) => term.words);
  if (words.length <= limits.searchWords) return;
  const message = say`A query can have at most ${limits.searchWords} words, not ${words.length}. Remove some.`;
  throw parameterRefusal('invalid_parameter', 'query', message);
}

/** The words of a term for the index: the last one matches as a prefix unless it was quoted. */
export function wantedWords({ words, isPhrase }: SearchTerm) {
  return words.map((word, index) => ({ word, isPrefix: !isPhrase && index === words.length - 1 }));
}
