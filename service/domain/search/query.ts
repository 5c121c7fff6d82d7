import { limits } from '../../../contract/limits.ts';
import { parameterRefusal } from '../refusal.ts';
import { wordsOf } from './words.ts';

/** Something that is looked for: one word, or several that must follow each other. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** It stood in quotes: no word may be only begun. */
  readonly isPhrase: boolean;
}

/** Terms that must all be there, and terms none of which may. `all` is not empty. */
export interface Alternative {
  readonly all: readonly SearchTerm[];
  readonly none: readonly SearchTerm[];
}

/** One piece of a query on the way: alternatives of one run, and what NOT takes from all of them. */
interface Run {
  readonly alternatives: SearchTerm[][];
  readonly none: SearchTerm[];
}

/**
 * A query as alternatives, any of which is enough. AND binds more than the OR that words without an operator between them have;
 * NOT takes away from all that stands with it up to the next OR. Operators are written in capitals; quotes keep words together.
 * @throws Refusal `invalid_parameter` when there is nothing but what must not be, and for too many words.
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
    const message = 'The query says only what must not be there. Name at least one word to look for.';
    throw parameterRefusal('invalid_parameter', 'query', message);
  }
  const words = runs.flatMap((run) => [...run.alternatives.flat(), ...run.none]).flatMap((term) => term.words);
  if (words.length <= limits.searchWords) return;
  const message = `A query may hold at most ${limits.searchWords} words, not ${words.length}. Leave some out.`;
  throw parameterRefusal('invalid_parameter', 'query', message);
}

/** The words of a term as the index looks for them: the last one may be only begun, unless it stood in quotes. */
export function wantedWords({ words, isPhrase }: SearchTerm) {
  return words.map((word, index) => ({ word, isPrefix: !isPhrase && index === words.length - 1 }));
}
